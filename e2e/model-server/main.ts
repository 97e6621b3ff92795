import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Scenario } from './scenario.ts'
import { startModelServer } from './server.ts'

const usage = 'Usage: node e2e/model-server/main.ts [--port 8400] --scenario file.json'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8400' }, scenario: { type: 'string' } } })
if (values.scenario === undefined) {
  console.error(usage)
  process.exit(2)
}
const server = await startModelServer({
  scenario: JSON.parse(readFileSync(values.scenario, 'utf8')) as Scenario,
  port: Number(values.port),
})
console.log(`model server on ${server.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void server.close().then(() => process.exit(0)))
