// The model server of the scripted plan, in a process of its own, so that its work is not counted to anybody.
import type { Conversation, ScriptedAnswer } from '../model-server/index.ts'
import { startModelServer } from '../model-server/index.ts'
import { newLine, oldLine, targetCount, targetPath } from './repositories.ts'

export type Operation = 'read' | 'edit' | 'command' | 'decision' | 'finish'
/** One request: when it came, when its answer had left, how large it was, and what it was answered with. */
export type ModelRequest = {
  readonly phase: Conversation['phase']
  readonly arrived: number
  readonly answered: number
  readonly bytes: number
  readonly operation: Operation
}

type Step = { readonly operation: Operation; readonly answer: ScriptedAnswer }

const targets = Array.from({ length: targetCount }, (_, index) => index)
const work: readonly Step[] = [
  ...targets.map((at): Step => ({ operation: 'read', answer: { call: 'read_file', args: { path: targetPath(at) } } })),
  ...targets.map((at): Step => {
    const args = { path: targetPath(at), old: oldLine(at), new: newLine(at) }
    return { operation: 'edit', answer: { call: 'edit_file', args } }
  }),
  { operation: 'command', answer: { call: 'run_command', args: { command: 'true' } } },
]
const decision: Step = {
  operation: 'decision',
  answer: {
    call: 'record_decision',
    args: {
      question: 'How?',
      chosen: 'As scripted',
      alternatives: ['As scripted', 'Otherwise'],
      confidence: 0.9,
      rationale: 'The script says so.',
    },
  },
}
const finish = (call: string): Step => ({ operation: 'finish', answer: { call, args: {} } })
const script: Readonly<Record<Conversation['phase'], readonly Step[]>> = {
  strategize: [decision, finish('finish_strategy')],
  execute: [...work, finish('finish_execution')],
  other: [...work, { operation: 'finish', answer: { text: 'All done.' } }],
}

const operations: Operation[] = []
const server = await startModelServer({
  scenario: (conversation) => {
    const done = conversation.events.filter((event) => event.kind === 'assistant').length
    const steps = script[conversation.phase]
    const step = steps[done] ?? steps.at(-1)!
    operations.push(step.operation)
    return step.answer
  },
})

process.on('message', () => {
  const seen = server.requests.map(({ phase, arrived, answered, bytes }, at): ModelRequest => {
    return { phase, arrived, answered, bytes, operation: operations[at]! }
  })
  server.requests.length = 0
  operations.length = 0
  process.send?.({ seen })
})
process.send?.({ url: server.url })
