import type { Conversation, Step } from '../model-server/index.ts'

/**
 * What the model does in the worked examples that the product was asked for with, told apart by their numbers there, and
 * what a person tells it. The command line and the window go through the same ones.
 */

type Example = {
  /** The files that the project has before. */
  readonly files: Readonly<Record<string, string>>
  readonly model: (conversation: Conversation) => Step
}

const decide = (chosen: string, confidence: number, more: object = {}) => ({
  call: 'record_decision',
  args: {
    question: `${chosen}?`,
    chosen,
    alternatives: [chosen, 'Do less'],
    confidence,
    rationale: 'It fits.',
    ...more,
  },
})
const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })
const finishStrategy = { call: 'finish_strategy', args: { summary: 'So.' } }
const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' } }

/** What follows the last result or guidance in the conversation, by the calls of the part that it belongs to. */
function after(conversation: Conversation, marker: string | null, steps: readonly Step[]): Step {
  const { events } = conversation
  const said = (text: string) => events.findLastIndex((event) => event.kind === 'user' && event.text.includes(text))
  const start = marker === null ? -1 : said(marker)
  const made = events.slice(start + 1).flatMap((event) => (event.kind === 'assistant' ? event.calls : [])).length
  return steps[made] ?? (conversation.phase === 'strategize' ? finishStrategy : finishExecution)
}
const told = (conversation: Conversation, text: string) =>
  conversation.events.some((event) => event.kind === 'user' && event.text.includes(text))

export const degraded =
  'def health_check():\n    try:\n        return {"status": "ok", "database": check()}\n    except ConnectionError:\n        return {"status": "degraded"}\n'

export const fixBug: Example = {
  files: {
    'src/routes/health.py':
      '@app.get("/health")\ndef health_check():\n    return {"status": "ok", "database": check()}\n',
  },
  model: (conversation) =>
    after(
      conversation,
      null,
      conversation.phase === 'strategize'
        ? [
            decide('Wrap DB call in try/except, return degraded status', 0.95),
            decide('Modify src/routes/health.py only', 0.91),
            decide('Add test_health_db_unavailable to tests/test_health.py', 0.93),
          ]
        : [
            write('src/routes/health.py', degraded),
            write('tests/test_health.py', 'def test_health_db_unavailable(client): ...\n'),
          ],
    ),
}
/** Example 1's check. */
export const unitTests = 'grep -q degraded src/routes/health.py'

const login = 'tests/test_auth/test_login.py'
export const generateTests: Example = {
  files: { 'src/auth/login.py': 'def login(): ...\n', 'tests/test_auth/conftest.py': '\n' },
  model: (conversation) => {
    if (conversation.phase === 'strategize') return after(conversation, null, [decide('Cover login first', 0.9)])
    return told(conversation, 'not enough')
      ? after(conversation, 'not enough', [write(login, 'covers 83 %\n')])
      : after(conversation, null, [write(login, 'covers 45 %\n'), write('tests/test_auth/conftest.py', 'fixtures\n')])
  },
}
/** Example 2's check, which fails at first. */
export const coverage = `grep -q '83 %' ${login} || { echo not enough; exit 1; }`

const order = 'Convert the User model first'
const corrected = 'one model per file'
export const refactor: Example & Record<'guidance' | 'wrong' | 'correction' | 'model3', string> = {
  files: { 'src/auth/routes/auth.py': 'raw_sql()\n' },
  guidance: `${order}, then Session, then Token.`,
  wrong: 'Create User ORM model in routes/auth.py',
  correction: `Place ORM models in src/auth/models/ with ${corrected}.`,
  model3: 'src/auth/models/user.py',
  model: (conversation) => {
    if (conversation.phase === 'strategize')
      return told(conversation, order)
        ? after(conversation, order, [decide('Inline, User model first', 0.9)])
        : after(conversation, null, [
            decide('Define ORM models first, then convert queries', 0.85),
            decide('Place models inline in route files', 0.48),
          ])
    return told(conversation, corrected)
      ? after(conversation, corrected, [
          decide('One model per file', 0.9),
          write(refactor.model3, 'class User: ...\n'),
          write('src/auth/routes/auth.py', 'from src.auth.models import User\n'),
        ])
      : after(conversation, null, [
          decide(refactor.wrong, 0.74),
          write('src/auth/routes/auth.py', 'class User(Base): ...\n'),
        ])
  },
}

const twoPhases = 'Use a two-phase migration'
export const migration: Example & Record<'rule' | 'question' | 'guidance' | 'profile' | 'action', string> = {
  files: { 'src/auth/users.py': 'raw_sql()\n' },
  rule: 'Any change to database migration files requires explicit human approval',
  question: 'Create Alembic migration for users table schema change?',
  guidance: `Approved. ${twoPhases}: first add the column as nullable, then in a separate migration add the NOT NULL constraint after backfill.`,
  profile: `name: local/db-cautious
description: "Auto for most tasks, manual for database and security decisions"
decompose_task: 0.0
create_tool: 0.3
select_tool: 1.0
edit_code: 0.4
execute_command: 0.6
create_file: 0.5
delete_content: 0.8
access_network: 0.9
install_dependency: 0.3
modify_config: 0.0
approve_plan: 0.0
require_sandbox: true
require_checkpoints: true
allow_unsafe_tools: false
`,
  /** The action of example 3 as a revision without a profile of its own. */
  action: `name: local/convert-to-orm
description: "Refactor raw SQL queries to use SQLAlchemy ORM"
definition_of_done: Zero raw SQL strings remain in the target module
strategy_actor: anthropic/claude-3.5-sonnet
execution_actor: anthropic/claude-3.5-sonnet
`,
  model: (conversation) => {
    if (conversation.phase === 'strategize') return after(conversation, null, [decide('Model by model', 0.9)])
    const column = decide('Add nullable `orm_version` column with migration', 0.82, {
      question: migration.question,
      alternatives: [
        'Add nullable `orm_version` column with migration',
        'Use a shadow table approach (no schema change)',
        'In-place column rename via ALTER (risky in production)',
      ],
    })
    const file = write('migrations/1_add_column.sql', 'alter table users add orm_version;\n')
    return told(conversation, twoPhases)
      ? after(conversation, twoPhases, [column, file])
      : after(conversation, null, [column])
  },
}

const pool = 'src/db/pool_config.py'
const small = 'Keep the pool at 20'
export const outage: Example & Record<'pool' | 'cause' | 'correction' | 'check' | 'action', string> = {
  files: { [pool]: 'POOL_SIZE = 20\n' },
  pool,
  cause: 'Increase pool size to 100',
  correction: `The connection pool size change caused the outage. ${small} connections maximum.`,
  check: `grep -q 'POOL_SIZE = 20' ${pool} || { echo ${pool}: connection pool exhaustion; exit 1; }`,
  action:
    'name: local/optimize-db-connections\ndescription: Optimize database connection handling\ndefinition_of_done: It is faster\nstrategy_actor: anthropic/claude-3.5-sonnet\nexecution_actor: anthropic/claude-3.5-sonnet\n',
  model: (conversation) => {
    if (conversation.phase === 'strategize')
      return after(conversation, null, [decide('Refactor connection pool configuration', 0.91)])
    return told(conversation, small)
      ? after(conversation, small, [write(pool, 'POOL_SIZE = 20\nPOOL_PRE_PING = True\n')])
      : after(conversation, null, [
          decide(outage.cause, 0.78),
          write(pool, 'POOL_SIZE = 100\n'),
          write('src/db/health_check.py', 'basic\n'),
        ])
  },
}
