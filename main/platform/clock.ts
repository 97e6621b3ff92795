/** The present time in integer milliseconds since the epoch; passed in so that tests choose it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
