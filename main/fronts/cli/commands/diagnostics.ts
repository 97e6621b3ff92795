import { plural } from '@shared/model/plural'
import type { Command } from '../command'

const marks = { ok: '✓', warn: '!', error: '✗' } as const

export const command: Command = {
  run: async ({ client }) => {
    const { status, checks } = await client.system.diagnostics()
    const wrong = checks.filter((check) => check.status === 'error')
    const verdict =
      status === 'ok'
        ? 'Everything is in order'
        : `${plural(checks.filter((check) => check.status !== 'ok').length, 'check wants', 'checks want')} attention`
    return {
      data: { status, checks },
      status,
      exitCode: status === 'error' ? 1 : 0,
      ...(status === 'error'
        ? {
            error: {
              code: 'diagnostics.failed',
              message: wrong.map((check) => `${check.name}: ${check.message}`).join(' '),
              hint: wrong
                .map((check) => check.hint)
                .filter((hint) => hint !== '')
                .join('\n'),
              details: {},
            },
          }
        : {}),
      messages: checks
        .filter((check) => check.status !== 'ok')
        .map((check) => ({
          level: check.status === 'error' ? 'error' : 'warn',
          text: `${check.name}: ${check.message}`,
        })),
      blocks: () => [
        {
          kind: 'table',
          title: 'Diagnostics',
          columns: ['', 'Check', 'Result', 'What to do'],
          rows: checks.map((check) => [marks[check.status], check.name, check.message, check.hint]),
          empty: 'No checks.',
        },
      ],
      verdict,
    }
  },
}
