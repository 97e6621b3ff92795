/** Whether a text that a person must give says anything: marks alone, as "…" or "-", do not. */
export const saysSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
