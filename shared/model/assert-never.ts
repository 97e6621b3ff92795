/** Ends an exhaustive switch; reached only where a value lies outside its type. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
