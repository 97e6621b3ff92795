import { createContext, useContext } from 'react'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Pixels of one row of a list; the same stands in the tokens as `--row`. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 32, compact: 26 }

const Context = createContext<Density>('comfortable')
export const DensityProvider = Context.Provider

/** How much taller a row of the usual 32 px is now; lists that measure in pixels scale with it. */
export function useRowHeight(usual = 32): number {
  return Math.round((usual * rowHeights[useContext(Context)]) / rowHeights.comfortable)
}
