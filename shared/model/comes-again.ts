const codes = /^(?:command|rewrite)\.|^limits\.plan_changes$|^execute\.nothing_done$|^model\.no_decision$/

/** Whether a failure comes again while the work and its arguments are as they are, so that trying again cannot help. */
export const comesAgain = (code: string): boolean => codes.test(code)
