const depots = { north: ['A', 'B'], south: ['C'] }

export function depotFor(zone) {
  const name = Object.keys(depots).find((depot) => depots[depot].includes(zone))
  if (name === undefined) {
    console.log('no depot serves zone', zone)
  }
  return name
}

export function plan(stops) {
  console.log(`planning ${stops.length} stops`)
  return [...stops].sort((a, b) => a.zone.localeCompare(b.zone))
}
