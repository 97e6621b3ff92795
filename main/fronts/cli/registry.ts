export type Entry = {
  readonly name: string
  readonly usage: string
  /** One sentence. */
  readonly summary: string
}

/** The groups of commands, each with its sentence. */
export const groups: Readonly<Record<string, string>> = {
  resource: 'Code and folders that plans may work on.',
  project: 'Resources that belong together.',
  action: 'Work that can be handed over, described once.',
  plan: 'One use of an action on projects, from strategy to applied changes.',
  invariant: 'Rules that must hold throughout.',
  validation: 'Checks whose exit status decides.',
  provider: 'Where models are reached.',
  actor: 'Who does the work.',
  'automation-profile': 'How much happens without asking.',
  config: 'Settings.',
}

/** Every command with how it is written and its sentence. */
export const registry: readonly Entry[] = [
  { name: 'init', usage: 'init [--yes]', summary: 'Prepares the data folder and shows where it is.' },
  { name: 'info', usage: 'info', summary: 'Shows the version, the data folder and what is in it.' },
  { name: 'version', usage: 'version', summary: 'Shows the version.' },
  {
    name: 'diagnostics',
    usage: 'diagnostics',
    summary: 'Checks what CleverAgents needs and says what to do where something is wrong.',
  },
  {
    name: 'backup',
    usage: 'backup PATH',
    summary: 'Copies database and configuration to a new folder; nothing is overwritten.',
  },
  {
    name: 'serve',
    usage: 'serve [--port N] [--host H]',
    summary: 'Opens the browser front and prints a URL that signs in once.',
  },
  { name: 'resource add', usage: 'resource add TYPE NAME --path P', summary: 'Registers a git checkout or a folder.' },
  { name: 'resource list', usage: 'resource list [--type T]', summary: 'Lists the registered resources.' },
  { name: 'resource show', usage: 'resource show RESOURCE', summary: 'Shows a resource and what it can do.' },
  {
    name: 'resource inspect',
    usage: 'resource inspect RESOURCE [--tree]',
    summary: 'Shows what is inside a resource: its children, its tree or one file.',
  },
  { name: 'resource remove', usage: 'resource remove RESOURCE', summary: 'Forgets a resource; its files stay.' },
  {
    name: 'resource trust',
    usage: 'resource trust RESOURCE',
    summary: 'Lets what a repository brings along run, after showing it.',
  },
  { name: 'project create', usage: 'project create NAME', summary: 'Creates a project and links resources to it.' },
  { name: 'project list', usage: 'project list', summary: 'Lists the projects.' },
  { name: 'project show', usage: 'project show PROJECT', summary: 'Shows a project and its resources.' },
  {
    name: 'project delete',
    usage: 'project delete PROJECT [--force]',
    summary: 'Deletes a project; its resources stay registered.',
  },
  {
    name: 'project link-resource',
    usage: 'project link-resource PROJECT RESOURCE',
    summary: 'Links a resource to a project.',
  },
  {
    name: 'project unlink-resource',
    usage: 'project unlink-resource PROJECT RESOURCE',
    summary: 'Takes a resource out of a project.',
  },
  { name: 'project set', usage: 'project set PROJECT', summary: 'Sets what new plans of a project start with.' },
  { name: 'action create', usage: 'action create --config FILE', summary: 'Stores an action from a YAML file.' },
  { name: 'action list', usage: 'action list [--state S]', summary: 'Lists the actions.' },
  {
    name: 'action show',
    usage: 'action show ACTION [--versions]',
    summary: 'Shows an action, its arguments and how to use it.',
  },
  {
    name: 'action restore',
    usage: 'action restore ACTION --revision N',
    summary: 'Stores what an earlier revision said as the newest.',
  },
  { name: 'action archive', usage: 'action archive ACTION', summary: 'Takes an action out of use; its plans stay.' },
  {
    name: 'plan use',
    usage: 'plan use ACTION PROJECT...',
    summary: 'Makes a plan from an action for one or more projects.',
  },
  {
    name: 'plan execute',
    usage: 'plan execute PLAN',
    summary: 'Starts or resumes what is due in a plan and follows it.',
  },
  {
    name: 'plan approve',
    usage: 'plan approve PLAN [--choose N] [--budget USD]',
    summary: 'Approves what a plan waits for, chooses another answer, or raises its budget.',
  },
  { name: 'plan prompt', usage: 'plan prompt PLAN TEXT', summary: 'Gives a plan guidance and resumes it.' },
  { name: 'plan stop', usage: 'plan stop PLAN', summary: 'Ends the running step of a plan; sandbox and history stay.' },
  {
    name: 'plan cancel',
    usage: 'plan cancel PLAN',
    summary: 'Ends a plan and removes its sandbox; the source is untouched.',
  },
  { name: 'plan status', usage: 'plan status PLAN', summary: 'Shows where a plan stands.' },
  { name: 'plan list', usage: 'plan list [--state S]', summary: 'Lists the plans.' },
  { name: 'plan tree', usage: 'plan tree PLAN', summary: 'Shows the decisions of a plan as a tree.' },
  {
    name: 'plan explain',
    usage: 'plan explain DECISION',
    summary: 'Shows a decision with its alternatives and reasons.',
  },
  {
    name: 'plan diff',
    usage: 'plan diff PLAN [--checkpoint A [B]]',
    summary: 'Shows what a plan changed, or how two of its states differ.',
  },
  {
    name: 'plan reject',
    usage: 'plan reject PLAN PATH [--hunk N]',
    summary: 'Leaves a changed file, or one of its hunks, out of Apply.',
  },
  {
    name: 'plan accept',
    usage: 'plan accept PLAN PATH [--hunk N]',
    summary: 'Takes the rejection of a file or a hunk back.',
  },
  {
    name: 'plan artifacts',
    usage: 'plan artifacts PLAN',
    summary: 'Lists the files and checkpoints that a plan made.',
  },
  {
    name: 'plan apply',
    usage: 'plan apply [--yes] PLAN',
    summary: 'Applies the changes of a plan to the real resources.',
  },
  {
    name: 'plan correct',
    usage: 'plan correct DECISION --mode M --guidance T',
    summary: 'Corrects a decision: takes it back and has it decided anew, or goes on with guidance.',
  },
  {
    name: 'plan rollback',
    usage: 'plan rollback [--yes] PLAN CHECKPOINT',
    summary: 'Sets a plan back to a checkpoint; an applied change is taken back by a commit on top.',
  },
  {
    name: 'plan fix',
    usage: 'plan fix PLAN [TEXT]',
    summary: 'Has the actor put right what a hook refused, with its output as guidance.',
  },
  {
    name: 'plan undo',
    usage: 'plan undo [--yes] PLAN',
    summary: 'Takes back the latest rollback, correction, rejection, update or apply.',
  },
  {
    name: 'plan update',
    usage: 'plan update [--yes] [--keep-plan PATH]... [--keep-target PATH]... [--hand-over PATH]... PLAN',
    summary: 'Merges what the target got meanwhile into the plan, so that it can be applied.',
  },
  { name: 'plan receipt', usage: 'plan receipt PLAN', summary: 'Shows what an applied plan did to which targets.' },
  {
    name: 'plan repair',
    usage: 'plan repair [--moved-to FOLDER] PLAN',
    summary: 'Puts right what others did to the sandbox of a plan: makes it again, brings it back, unlocks it.',
  },
  { name: 'plan restore', usage: 'plan restore PLAN', summary: 'Brings a cancelled plan back with its sandbox.' },
  {
    name: 'plan set-profile',
    usage: 'plan set-profile PLAN PROFILE',
    summary: 'Gives a plan another profile, from its next step on.',
  },
  { name: 'provider add', usage: 'provider add NAME', summary: 'Adds a named model provider.' },
  { name: 'provider list', usage: 'provider list', summary: 'Lists the providers and where their keys come from.' },
  { name: 'provider test', usage: 'provider test NAME', summary: 'Asks a provider for its models.' },
  { name: 'provider remove', usage: 'provider remove NAME', summary: 'Removes a provider.' },
  { name: 'actor add', usage: 'actor add --config FILE', summary: 'Stores an actor from a YAML file.' },
  { name: 'actor list', usage: 'actor list', summary: 'Lists the actors.' },
  { name: 'actor show', usage: 'actor show ACTOR', summary: 'Shows an actor.' },
  { name: 'actor remove', usage: 'actor remove ACTOR', summary: 'Removes an actor.' },
  {
    name: 'automation-profile add',
    usage: 'automation-profile add --config FILE',
    summary: 'Stores an automation profile from a YAML file.',
  },
  { name: 'automation-profile list', usage: 'automation-profile list', summary: 'Lists the automation profiles.' },
  {
    name: 'automation-profile show',
    usage: 'automation-profile show PROFILE',
    summary: 'Shows what a profile does by itself and where it asks.',
  },
  {
    name: 'automation-profile remove',
    usage: 'automation-profile remove PROFILE',
    summary: 'Removes an automation profile that nothing names.',
  },
  { name: 'config get', usage: 'config get KEY', summary: 'Shows a setting and where its value comes from.' },
  { name: 'config set', usage: 'config set KEY VALUE', summary: 'Changes a setting.' },
  { name: 'config list', usage: 'config list', summary: 'Lists the settings.' },
  { name: 'invariant add', usage: 'invariant add TEXT', summary: 'Adds a rule that must hold throughout.' },
  { name: 'invariant list', usage: 'invariant list [--effective]', summary: 'Lists rules, or what holds somewhere.' },
  { name: 'invariant remove', usage: 'invariant remove ID', summary: 'Removes a rule.' },
  { name: 'validation add', usage: 'validation add --config FILE', summary: 'Stores a check from a YAML file.' },
  { name: 'validation list', usage: 'validation list', summary: 'Lists the checks and what they are attached to.' },
  { name: 'validation show', usage: 'validation show V', summary: 'Shows a check.' },
  {
    name: 'validation attach',
    usage: 'validation attach V',
    summary: 'Attaches a check to a project, resource or plan.',
  },
  {
    name: 'validation detach',
    usage: 'validation detach V',
    summary: 'Takes a check off a project, resource or plan.',
  },
  { name: 'validation run', usage: 'validation run PLAN [V]', summary: 'Runs the checks of a plan in its sandbox.' },
  { name: 'validation remove', usage: 'validation remove V', summary: 'Removes a check that nothing needs.' },
]
