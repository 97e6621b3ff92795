export type { Conversation, Scenario, ScriptedAnswer, Step } from './scenario.ts'
export { startModelServer } from './server.ts'
export type { ModelServer, RecordedRequest } from './server.ts'
