// The smallest agent loop that can do the scripted work: a floor for ours, and a check on what measuring costs.
// Usage: node bare-loop.ts BASE_URL FOLDER
import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Call = { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }
type Message = { role: string; content: string; tool_calls?: Call[]; tool_call_id?: string }
type Chunk = {
  readonly choices: readonly { readonly delta?: { readonly content?: string; readonly tool_calls?: Call[] } }[]
}

const [base = '', folder = ''] = process.argv.slice(2)
const tool = (name: string, words: readonly string[]) => ({
  type: 'function',
  function: {
    name,
    description: name,
    parameters: {
      type: 'object',
      required: words,
      properties: Object.fromEntries(words.map((word) => [word, { type: 'string' }])),
    },
  },
})
const tools = [tool('read_file', ['path']), tool('edit_file', ['path', 'old', 'new']), tool('run_command', ['command'])]

function act(name: string, args: Readonly<Record<string, string>>): string {
  const path = join(folder, args['path'] ?? '')
  if (name === 'run_command') return execSync(args['command'] ?? '', { encoding: 'utf8', cwd: folder })
  const text = readFileSync(path, 'utf8')
  if (name === 'read_file') return text
  if (text.split(args['old']!).length !== 2) return 'old must occur once'
  writeFileSync(
    path,
    text.replace(args['old']!, () => args['new']!),
  )
  return 'edited'
}

async function ask(messages: readonly Message[]): Promise<Message> {
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench', stream: true, messages, tools }),
  })
  const reply: Message = { role: 'assistant', content: '' }
  const calls = new Map<number, Call>()
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const delta = (JSON.parse(line.slice(6)) as Chunk).choices[0]?.delta ?? {}
    reply.content += delta.content ?? ''
    for (const [at, part] of (delta.tool_calls ?? []).entries()) {
      const earlier = calls.get(at)
      const text = (earlier?.function.arguments ?? '') + (part.function.arguments ?? '')
      calls.set(at, { ...part, ...earlier, function: { ...part.function, ...earlier?.function, arguments: text } })
    }
  }
  return calls.size === 0 ? reply : { ...reply, tool_calls: [...calls.values()] }
}

const messages: Message[] = [{ role: 'user', content: 'Do the benchmark work.' }]
for (;;) {
  const reply = await ask(messages)
  if (!reply.tool_calls) break
  messages.push(reply)
  for (const { id, function: called } of reply.tool_calls) {
    const content = act(called.name, JSON.parse(called.arguments) as Record<string, string>)
    messages.push({ role: 'tool', tool_call_id: id, content })
  }
}
