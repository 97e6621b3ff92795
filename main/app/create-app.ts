import { homedir } from 'node:os'
import { createActionHandlers, createActionRepository, seedActions, type ActionDeps } from '../actions'
import { actorHandlers, createActorRegistry } from '../actors'
import { createBuiltinActors } from '../builtin-actors'
import { createDecisions } from '../decisions'
import { createConfigFile } from '../infrastructure/files/config-file'
import { createDisk } from '../infrastructure/files/disk'
import { createGit } from '../infrastructure/git/git'
import { createObjectReader } from '../infrastructure/git/object-reader'
import { createRunProgram } from '../infrastructure/git/run-program'
import { endLeftover, processStart } from '../infrastructure/process/process-identity'
import { createProviderAdapters } from '../infrastructure/providers/create-adapters'
import { createRewriteEngine } from '../infrastructure/syntax/rewrite-engine'
import type { OpenDatabase } from '../infrastructure/db/open'
import { run } from '../infrastructure/process/run'
import { abortableWait, createModels, createProviderRegistry, createProviderStore, providerHandlers } from '../models'
import {
  createActivity,
  createConversation,
  createGuidance,
  createPlans,
  createRunner,
  createUsage,
  eventHandlers,
  findPlan,
  inboxHandlers,
  movePlan,
  planHandlers,
  recoverPlans,
  type PlanDeps,
} from '../plans'
import { createChanges } from '../platform/changes'
import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import { createRedactor } from '../platform/redact'
import { createProfileHandlers, readBuiltinProfiles } from '../profiles'
import { createProjectLookup, linkedProjects, projectHandlers } from '../projects'
import { createDiscoveries, createResourceLookup, resourceHandlers } from '../resources'
import { createSandboxes } from '../sandboxes'
import { createProjectSettingsRepository, createSettings, createSettingsHandlers } from '../settings'
import { commandEnvironment, createChangeLedger, createToolbox } from '../tools'
