import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Contract } from '@shared/contract'

type Sentences = { readonly [Slice in keyof Contract]: Readonly<Record<keyof Contract[Slice], string>> }

/** What each procedure is for, as people who call the API read it. */
const sentences: Sentences = {
  actions: {
    create: 'Stores an action from YAML; with `replace`, as a new revision of the action of that name.',
    check: 'Checks the YAML of an action without storing it: every error with its line and column.',
    completions: 'Lists the keys and values that the YAML of an action may hold.',
    list: 'Lists actions, by namespace or state.',
    show: 'Shows an action by its name or id.',
    archive: 'Archives an action: no more plans are made from it, and it stays to be read.',
    revisions: 'Lists every revision of an action, the newest first.',
    restore: 'Stores what an earlier revision of an action said as its newest revision.',
  },
  actors: {
    add: 'Stores an actor from YAML.',
    list: 'Lists the actors there are, built-in ones too.',
    show: 'Shows an actor by its name.',
    remove: 'Removes an actor that no action uses.',
  },
  data: {
    sizes: 'Measures what the data folder holds, by kind.',
    backup:
      'Writes a consistent copy of database and configuration to a new folder, with its progress; never overwrites.',
  },
  events: {
    subscribe: 'Follows every change; with `after`, replays what is still held, or answers `reset`.',
    pulse: 'Counts the plans that run, that wait and that failed, and what all plans together have cost.',
  },
  inbox: {
    list: 'Lists what waits for a person, the oldest or the newest first, with the count of all.',
    snooze: 'Puts a waiting item out of sight until a moment, or brings it back.',
  },
  invariants: {
    add: 'Adds a rule globally, or to projects, actions and plans; plans of those that are under way hold it from their next check on.',
    propose: 'Tells what a text that asks for approval or review would send to a person, without storing it.',
    list: 'Lists rules: all, those of one target, or what holds there and what gave way.',
    remove: 'Removes a rule, also from the plans under way that hold it; those that have ended keep it.',
  },
  plans: {
    preview: 'Shows what using an action would mean, without making a plan.',
    use: 'Makes a plan from an action and projects, and starts it where its profile says so.',
    execute: 'Starts or resumes the phase that is due, Strategize or Execute.',
    approve: 'Approves what the plan waits for: the next phase at a gate, or an answer to a paused decision.',
    prompt: 'Gives a plan guidance: a waiting one goes on with it, a running one takes it up at its next step.',
    stop: 'Ends the running step; sandbox and history stay.',
    fix: 'Hands what a hook refused to the actor, with its whole output as guidance.',
    cancel: 'Ends the plan and removes its sandbox; the source is untouched.',
    status: 'Shows a plan as it stands.',
    list: 'Lists plans, newest first, by state, project or action.',
    archive: 'Takes ended plans out of the lists, or puts them back.',
    tree: 'Lists the decisions of a plan with their parents.',
    explain: 'Shows one decision in full.',
    diff: 'Shows what a plan changes, as git would store it.',
    risk: 'Works out how risky the changes of a plan are, in each respect with its reason and evidence.',
    reject: 'Leaves a file, or one of its hunks, out of what Apply brings, until the file changes.',
    accept: 'Takes a rejection back: of a whole file with its hunks, or of one hunk.',
    isolation: 'Tells how the work of a plan is kept apart from its sources, and what is not covered.',
    artifacts: 'Lists what a plan has made: changed files, checkpoints, its report.',
    previewApply: 'Merges in memory and tells the outcome; changes nothing.',
    apply: 'Applies the changes, all or none; a conflict changes nothing and lists the files.',
    activity: 'Follows what happens in a plan: a snapshot, then what is added.',
    previewRollback: 'Shows what rolling back to a checkpoint would do, path by path; changes nothing.',
    rollback: 'Sets a plan back to a checkpoint; where it was applied, by a commit on top that takes it back.',
    previewCorrection: 'Counts what correcting a decision would do; changes nothing.',
    conflicts: 'Shows every file that stands against applying a plan: its base, what is there now, what the plan did.',
    previewUpdate: 'Shows what bringing a plan up to date would merge and where it would conflict; changes nothing.',
    update: 'Merges what the targets got meanwhile into the plan; its checks run again before it may be applied.',
    reconcile: 'Holds every sandbox against the file system and answers the plans of which something has changed.',
    repair: 'Puts the sandboxes of a plan right: makes them again, brings them back, or takes over their lock.',
    correct: 'Corrects a decision, by guidance or by choosing another of its alternatives.',
    correctionDiff: 'Compares the files of a plan before and after a correction.',
    corrections: 'Lists the corrections of a plan, oldest first.',
    previewUndo: 'Shows what an undo would take back, path by path; changes nothing.',
    undo: 'Takes back the latest rollback, correction, rejection, update or apply.',
    receipt: 'Shows what an applied plan did to which targets.',
    restore: 'Brings a cancelled plan back with its sandbox; it then waits.',
    setProfile: 'Gives a plan another automation profile, which holds from its next step on.',
  },
  profiles: {
    list: 'Lists the automation profiles and which one is the default.',
    show: 'Shows an automation profile and what it means in sentences.',
    check: 'Checks the YAML of an automation profile without storing it: every error with its line and column.',
    add: 'Stores an automation profile from YAML; with `replace`, in the place of the one of that name.',
    remove: 'Removes an automation profile that no project, action or setting names.',
  },
  projects: {
    create: 'Makes a project, with resources linked to it.',
    list: 'Lists projects.',
    show: 'Shows a project with its resources.',
    delete: 'Deletes a project; `force` cancels its active plans. Resources stay registered.',
    link: 'Links a resource to a project, to be written or only read.',
    unlink: 'Takes a resource out of a project.',
    set: 'Sets what new plans of a project start with; null returns to the global setting.',
  },
  providers: {
    add: 'Stores a provider: a name, its protocol and its address.',
    list: 'Lists providers and where their keys come from; never the keys.',
    test: 'Asks a provider for its models.',
    remove: 'Removes a provider that no actor uses.',
  },
  resources: {
    add: 'Registers a checkout or a folder and starts discovery.',
    detect: 'Says what a folder is and which type and name fit it, without registering anything.',
    discovery: 'Follows discovery: progress, then one last message whose state is not `running`.',
    rediscover: 'Runs discovery again.',
    cancelDiscovery: 'Ends a running discovery; what was found stays.',
    list: 'Lists resources, by type.',
    show: 'Shows a resource by its name or id.',
    children: 'Lists children of one type, a page at a time.',
    tree: 'Lists one folder of a resource as it is on disk.',
    file: 'Reads one file of a resource, capped; no text where it is binary.',
    remove: 'Removes a resource that no project links; its folder is not touched.',
    trustText: 'Shows what trusting a repository would let run, with the hash that `trust` wants.',
    trust: 'Trusts a repository, bound to the text that was shown.',
    untrust: 'Takes trust back.',
    folders: 'Lists folders of this machine, for a folder picker.',
  },
  review: {
    state: 'Tells what was rejected, looked at and said about the changes of a plan.',
    file: 'Shows the hunks of one changed file, with colours and word marks.',
    lines: 'Reads lines between and around the hunks of a changed file.',
    setViewed: 'Marks hunks or whole files as looked at, or no longer.',
    comment: 'Keeps a comment on a line until the comments are sent.',
    changeComment: 'Changes or removes a comment that is not sent yet.',
    send: 'Sends all waiting comments to the plan as one guidance.',
    undoReject: 'Takes back what the latest rejection did.',
  },
  settings: {
    get: 'Shows a setting and where its value comes from.',
    set: 'Sets a value, globally or for a project, and tells what stood there before.',
    list: 'Lists every setting with its value and where that comes from.',
  },
  system: {
    info: 'Tells version, data folder and how much there is of what.',
    sample: 'Makes the sample project and waits until it is ready to use.',
    diagnostics: 'Checks configuration, database, keys, disk, permissions and git.',
  },
  validations: {
    add: 'Stores a check from YAML.',
    list: 'Lists the checks and what they are attached to.',
    show: 'Shows a check by its name or id.',
    remove: 'Removes a check with its attachments.',
    attach: 'Attaches a check to a project, a resource or a plan.',
    detach: 'Takes a check off a project, a resource or a plan.',
    run: 'Runs the checks of a resting plan in its sandbox, all or one.',
    results: 'Lists every run of the checks of a plan with its output.',
  },
}

/** The OpenAPI document of the router: every procedure with its input, its output, its refusals and what it is for. */
export async function describeApi(router: AnyRouter, version: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(router, {
    info: { title: 'CleverAgents', version },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
  })
  for (const [slice, procedures] of Object.entries(sentences))
    for (const [name, summary] of Object.entries(procedures))
      Object.assign(document.paths?.[`/${slice}/${name}`]?.post ?? {}, { summary })
  return document
}
