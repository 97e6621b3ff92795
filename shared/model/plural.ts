/** A whole number with commas between thousands; `Intl` takes longer to load than a command takes to run. */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** `1 file`, `2 files`, `1,204 files`; a verb goes with its noun: `plural(count, 'file was', 'files were')`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
