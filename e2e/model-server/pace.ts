/** Steers the answers of the fault `slow`. */
export type Pace = {
  /** Lets this many pieces go; resolves when they were sent or the answer has ended. */
  advance(pieces?: number): Promise<void>
  /** Lets everything go from now on. */
  finish(): void
}

export type PaceControl = Pace & { permit(gone: Promise<void>): Promise<void>; sent(): void; ended(): void }

export function createPace(): PaceControl {
  let permits = 0
  let isOpen = false
  let wake: (() => void) | undefined
  let waiting: { left: number; resolve: () => void }[] = []
  const sent = () => {
    for (const one of waiting) one.left -= 1
    for (const one of waiting.filter((candidate) => candidate.left <= 0)) one.resolve()
    waiting = waiting.filter((one) => one.left > 0)
  }
  return {
    advance: (pieces = 1) =>
      new Promise((resolve) => {
        permits += pieces
        waiting.push({ left: pieces, resolve })
        wake?.()
      }),
    finish: () => {
      isOpen = true
      wake?.()
    },
    async permit(gone) {
      if (isOpen) return
      if (permits > 0) {
        permits -= 1
        return
      }
      await Promise.race([gone, new Promise<void>((resolve) => (wake = resolve))])
      permits = Math.max(0, permits - 1)
    },
    sent,
    ended: () => {
      for (const one of waiting) one.resolve()
      waiting = []
    },
  }
}
