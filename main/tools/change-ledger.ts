import type { ChangeLedger, Write } from './ports'

/** A ledger in memory, begun with what the plan has changed before. */
export function createChangeLedger(known: readonly Write[] = []): ChangeLedger {
  const sizes = new Map<string, number>()
  let bytes = 0
  const keyOf = (write: Write) => `${write.resourceId}\0${write.path}`
  const record = (writes: readonly Write[]) => {
    for (const write of writes) {
      bytes += write.bytes - (sizes.get(keyOf(write)) ?? 0)
      sizes.set(keyOf(write), write.bytes)
    }
  }
  record(known)
  return {
    record,
    totalsWith(writes) {
      const added = new Map(writes.map((write) => [keyOf(write), write.bytes]))
      let total = bytes
      let changes = sizes.size
      for (const [key, size] of added) {
        total += size - (sizes.get(key) ?? 0)
        if (!sizes.has(key)) changes += 1
      }
      return { changes, bytes: total }
    },
  }
}
