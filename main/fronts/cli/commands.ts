import type { Command } from './command'
import { command as init } from './commands/init'
import { command as info } from './commands/info'
import { command as version } from './commands/version'
import { command as diagnostics } from './commands/diagnostics'
import { command as backup } from './commands/backup'
import { command as serve } from './commands/serve'
import { command as resourceAdd } from './commands/resource-add'
import { command as resourceList } from './commands/resource-list'
import { command as resourceShow } from './commands/resource-show'
import { command as resourceInspect } from './commands/resource-inspect'
import { command as resourceRemove } from './commands/resource-remove'
import { command as resourceTrust } from './commands/resource-trust'
import { command as projectCreate } from './commands/project-create'
import { command as projectList } from './commands/project-list'
import { command as projectShow } from './commands/project-show'
import { command as projectDelete } from './commands/project-delete'
import { command as projectLinkResource } from './commands/project-link-resource'
import { command as projectUnlinkResource } from './commands/project-unlink-resource'
import { command as projectSet } from './commands/project-set'
import { command as actionCreate } from './commands/action-create'
import { command as actionList } from './commands/action-list'
import { command as actionRestore } from './commands/action-restore'
import { command as actionShow } from './commands/action-show'
import { command as actionArchive } from './commands/action-archive'
import { command as planUpdate } from './commands/plan-update'
import { command as planUse } from './commands/plan-use'
import { command as planExecute } from './commands/plan-execute'
import { command as planApprove } from './commands/plan-approve'
import { command as planPrompt } from './commands/plan-prompt'
import { command as planStop } from './commands/plan-stop'
import { command as planCancel } from './commands/plan-cancel'
import { command as planStatus } from './commands/plan-status'
import { command as planFix } from './commands/plan-fix'
import { command as planList } from './commands/plan-list'
import { command as planTree } from './commands/plan-tree'
import { command as planExplain } from './commands/plan-explain'
import { command as planDiff } from './commands/plan-diff'
import { command as planReject } from './commands/plan-reject'
import { command as planAccept } from './commands/plan-accept'
import { command as planArtifacts } from './commands/plan-artifacts'
import { command as planApply } from './commands/plan-apply'
import { command as planCorrect } from './commands/plan-correct'
import { command as planRollback } from './commands/plan-rollback'
import { command as planUndo } from './commands/plan-undo'
import { command as planReceipt } from './commands/plan-receipt'
import { command as planRepair } from './commands/plan-repair'
import { command as planRestore } from './commands/plan-restore'
import { command as planSetProfile } from './commands/plan-set-profile'
import { command as providerAdd } from './commands/provider-add'
import { command as providerList } from './commands/provider-list'
import { command as providerTest } from './commands/provider-test'
import { command as providerRemove } from './commands/provider-remove'
import { command as actorAdd } from './commands/actor-add'
import { command as actorList } from './commands/actor-list'
import { command as actorShow } from './commands/actor-show'
import { command as actorRemove } from './commands/actor-remove'
import { command as automationProfileAdd } from './commands/automation-profile-add'
import { command as automationProfileRemove } from './commands/automation-profile-remove'
import { command as automationProfileList } from './commands/automation-profile-list'
import { command as automationProfileShow } from './commands/automation-profile-show'
import { command as configGet } from './commands/config-get'
import { command as configSet } from './commands/config-set'
import { command as configList } from './commands/config-list'
import { command as invariantAdd } from './commands/invariant-add'
import { command as invariantList } from './commands/invariant-list'
import { command as invariantRemove } from './commands/invariant-remove'
import { command as validationAdd } from './commands/validation-add'
import { command as validationList } from './commands/validation-list'
import { command as validationShow } from './commands/validation-show'
import { command as validationAttach } from './commands/validation-attach'
import { command as validationDetach } from './commands/validation-detach'
import { command as validationRun } from './commands/validation-run'
import { command as validationRemove } from './commands/validation-remove'

/** The code of every command. It is small: what is large, a command loads when it runs, because starting must be quick. */
export const commands: Readonly<Record<string, Command>> = {
  init,
  info,
  version,
  diagnostics,
  backup,
  serve,
  'resource add': resourceAdd,
  'resource list': resourceList,
  'resource show': resourceShow,
  'resource inspect': resourceInspect,
  'resource remove': resourceRemove,
  'resource trust': resourceTrust,
  'project create': projectCreate,
  'project list': projectList,
  'project show': projectShow,
  'project delete': projectDelete,
  'project link-resource': projectLinkResource,
  'project unlink-resource': projectUnlinkResource,
  'project set': projectSet,
  'action create': actionCreate,
  'action list': actionList,
  'action show': actionShow,
  'action restore': actionRestore,
  'action archive': actionArchive,
  'plan update': planUpdate,
  'plan use': planUse,
  'plan execute': planExecute,
  'plan approve': planApprove,
  'plan prompt': planPrompt,
  'plan stop': planStop,
  'plan cancel': planCancel,
  'plan status': planStatus,
  'plan fix': planFix,
  'plan list': planList,
  'plan tree': planTree,
  'plan explain': planExplain,
  'plan diff': planDiff,
  'plan reject': planReject,
  'plan accept': planAccept,
  'plan artifacts': planArtifacts,
  'plan apply': planApply,
  'plan correct': planCorrect,
  'plan rollback': planRollback,
  'plan undo': planUndo,
  'plan receipt': planReceipt,
  'plan repair': planRepair,
  'plan restore': planRestore,
  'plan set-profile': planSetProfile,
  'provider add': providerAdd,
  'provider list': providerList,
  'provider test': providerTest,
  'provider remove': providerRemove,
  'actor add': actorAdd,
  'actor list': actorList,
  'actor show': actorShow,
  'actor remove': actorRemove,
  'automation-profile add': automationProfileAdd,
  'automation-profile list': automationProfileList,
  'automation-profile show': automationProfileShow,
  'automation-profile remove': automationProfileRemove,
  'config get': configGet,
  'config set': configSet,
  'config list': configList,
  'invariant add': invariantAdd,
  'invariant list': invariantList,
  'invariant remove': invariantRemove,
  'validation add': validationAdd,
  'validation list': validationList,
  'validation show': validationShow,
  'validation attach': validationAttach,
  'validation detach': validationDetach,
  'validation run': validationRun,
  'validation remove': validationRemove,
}
