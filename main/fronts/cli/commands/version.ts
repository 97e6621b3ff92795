import { version } from '../../../../package.json'
import type { Command } from '../command'

export const command: Command = {
  run: () =>
    Promise.resolve({
      data: { version, node: process.versions.node },
      blocks: () => [{ kind: 'lines', title: 'CleverAgents', lines: [version], verbatim: true }],
      verdict: '',
    }),
}
