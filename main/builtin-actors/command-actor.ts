import type { ToolResource } from '../tools'
import type { BuiltinActor, PhaseContext, PhaseOutcome } from './ports'

const runChoice = 'Run '
const skipIt = 'Skip it'
const keyPrefix = 'command:'
const tailLength = 2000

/** Runs the command of the plan's args in each writable resource; its file changes are the result. */
export function createCommandActor(): BuiltinActor {
  return {
    async strategize(c) {
      const command = commandOf(c)
      if (typeof command !== 'string') return command
      const resources = c.resources.filter((resource) => resource.writable)
      if (resources.length === 0) return nowhere
      for (const resource of resources) {
        const run = `${runChoice}\`${command}\` in ${resource.name}`
        const decision = await c.decide({
          key: keyPrefix + resource.resourceId,
          question: `${run}?`,
          chosen: run,
          alternatives: [run, skipIt],
          confidence: 1,
          rationale: `The plan's args name this command. It runs in the sandbox of ${resource.name}; the files that it changes there are what the plan proposes.`,
        })
        if (decision.waiting) return { kind: 'paused' }
      }
      return {
        kind: 'finished',
        summary: `Execute will run \`${command}\` in ${namesOf(resources)} where that was chosen.`,
      }
    },
    async execute(c) {
      const command = commandOf(c)
      if (typeof command !== 'string') return command
      const chosen = new Map(c.decided().map((decision) => [decision.key, decision.chosen]))
      const own = [...chosen.keys()].some((key) => key.startsWith(keyPrefix))
      const resources = c.resources.filter(
        (one) => one.writable && (!own || chosen.get(keyPrefix + one.resourceId)?.startsWith(runChoice)),
      )
      for (const [at, resource] of resources.entries()) {
        c.signal.throwIfAborted()
        c.progress(`Running in ${resource.name}`, ...(resources.length > 1 ? [at, resources.length] : []))
        const result = await c.tool('run_command', { command, cwd: resource.name }, keyPrefix + resource.resourceId)
        if (result.isError) return failedIn(resource, command, result.content, result.exitCode)
      }
      if (resources.length > 1) c.progress('Running in every resource', resources.length, resources.length)
      if (resources.length === 0)
        return { kind: 'finished', summary: 'The command was not run: every resource was to be skipped.' }
      return { kind: 'finished', summary: `\`${command}\` ran in ${namesOf(resources)} and ended well.` }
    },
  }
}

const namesOf = (resources: readonly ToolResource[]): string => resources.map((resource) => resource.name).join(', ')

function commandOf(c: PhaseContext): string | PhaseOutcome {
  const command = String(c.args['command'] ?? '').trim()
  if (command !== '') return command
  return {
    kind: 'failed',
    code: 'command.missing',
    message: 'The arg `command` is missing or empty.',
    hint: 'Give the shell line to run, for example `npm run format`.',
  }
}

const nowhere: PhaseOutcome = {
  kind: 'failed',
  code: 'command.no_resource',
  message: 'The plan has no writable resource in which the command could run.',
  hint: 'Link a checkout or a folder to the project without the read-only mark.',
}

function failedIn(
  resource: ToolResource,
  command: string,
  output: string,
  exitCode: number | null | undefined,
): PhaseOutcome {
  const how = exitCode === undefined ? 'was not run' : exitCode === null ? 'was ended' : `ended with status ${exitCode}`
  return {
    kind: 'failed',
    code: 'command.failed',
    message: `\`${command}\` ${how} in ${resource.name}:\n${output.slice(-tailLength)}`,
    hint: 'What it changed is kept in the sandbox. Remove the cause and run the plan again, or make a new plan with another command.',
    raw: output,
  }
}
