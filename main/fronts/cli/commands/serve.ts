import type { Command } from '../command'
export const command: Command = { run: () => Promise.reject(new Error('not yet')) }
