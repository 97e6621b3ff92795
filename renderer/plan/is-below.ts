/** Whether a confidence misses its threshold; where a person always decides, none is missed by it. */
export const isBelow = (confidence: number, threshold: number | null): boolean =>
  threshold !== null && threshold < 1 && confidence < threshold
