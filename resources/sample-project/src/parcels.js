import { logger } from './logger.js'

const parcels = new Map()

export function register(id, address) {
  if (parcels.has(id)) {
    console.log(`parcel ${id} is registered already`)
    return false
  }
  parcels.set(id, { id, address, events: [] })
  console.log(`registered ${id}`)
  return true
}

export function record(id, event) {
  const parcel = parcels.get(id)
  if (!parcel) {
    console.log(`unknown parcel ${id}`)
    return undefined
  }
  parcel.events.push({ event, at: new Date().toISOString() })
  logger.debug(`${id}: ${event}`)
  return parcel
}

export function find(id) {
  return parcels.get(id)
}
