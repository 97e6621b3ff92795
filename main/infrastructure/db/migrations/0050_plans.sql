CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  action_id TEXT NOT NULL,
  action_name TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('strategize', 'execute', 'apply')),
  state TEXT NOT NULL CHECK (state IN ('queued', 'processing', 'awaiting_input', 'complete', 'errored', 'cancelled', 'applied', 'constrained')),
  reason TEXT,
  gate TEXT,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  error TEXT,
  profile_name TEXT NOT NULL,
  parent_id TEXT REFERENCES plans (id),
  -- What stays as it was when the plan was made: action, args, profile, options (versioned JSON).
  made_from TEXT NOT NULL,
  -- What the work has brought so far: notices, receipt, report (versioned JSON).
  outcome TEXT NOT NULL,
  files_modified INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  started INTEGER,
  ended INTEGER,
  updated INTEGER NOT NULL,
  CHECK ((reason IS NOT NULL) = (state IN ('awaiting_input', 'constrained'))),
  CHECK ((error IS NOT NULL) = (state = 'errored')),
  CHECK (state NOT IN ('applied', 'constrained') OR phase = 'apply')
) STRICT;
CREATE INDEX plans_by_state ON plans (state, id);

CREATE TABLE plan_projects (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  project_id TEXT NOT NULL,
  project_name TEXT NOT NULL,
  PRIMARY KEY (plan_id, project_id)
) STRICT;
CREATE INDEX plan_projects_by_project ON plan_projects (project_id);

CREATE TABLE plan_resources (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  resource_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  path TEXT NOT NULL,
  read_only INTEGER NOT NULL,
  -- The recorded state of the source: base commit, branch, fingerprint, uncommitted paths (versioned JSON); null for folders.
  base TEXT,
  PRIMARY KEY (plan_id, resource_id)
) STRICT;
CREATE INDEX plan_resources_by_resource ON plan_resources (resource_id);

-- Append-only: every event that moved a plan, with the standing it led to.
CREATE TABLE plan_events (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  phase TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  attempt INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (plan_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_guidance (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  decision_id TEXT NOT NULL,
  text TEXT NOT NULL,
  applied_at INTEGER
) STRICT;
CREATE INDEX plan_guidance_by_plan ON plan_guidance (plan_id, id);

CREATE TABLE decisions (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  seq INTEGER NOT NULL,
  parent_id TEXT REFERENCES decisions (id),
  type TEXT NOT NULL,
  phase TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  -- A stable key that the actor chose, so that a resumed run finds its answer again.
  key TEXT,
  call_id TEXT,
  question TEXT NOT NULL,
  proposed TEXT NOT NULL,
  chosen TEXT NOT NULL,
  alternatives TEXT NOT NULL,
  confidence REAL CHECK (confidence IS NULL OR (confidence >= 0 AND confidence <= 1)),
  threshold REAL,
  standing TEXT NOT NULL CHECK (standing IN ('decided', 'flagged', 'waiting')),
  answered_by TEXT,
  rationale TEXT NOT NULL,
  reasoning TEXT NOT NULL,
  context TEXT,
  artifacts TEXT NOT NULL,
  influenced_by TEXT NOT NULL,
  superseded_by TEXT,
  superseded_at INTEGER,
  corrects TEXT,
  created INTEGER NOT NULL,
  UNIQUE (plan_id, seq)
) STRICT;
-- Exactly one root a plan.
CREATE UNIQUE INDEX decisions_root ON decisions (plan_id) WHERE parent_id IS NULL;

-- The conversation of a phase with its model, in order; enough to go on after a restart.
CREATE TABLE plan_turns (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  phase TEXT NOT NULL,
  seq INTEGER NOT NULL,
  turn TEXT NOT NULL,
  PRIMARY KEY (plan_id, phase, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_tool_calls (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  phase TEXT NOT NULL,
  turn_seq INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  name TEXT NOT NULL,
  started INTEGER NOT NULL,
  ended INTEGER,
  -- The process group of a command and when it started, to end what a crash left behind.
  pid INTEGER,
  process_start TEXT,
  is_error INTEGER,
  result TEXT,
  PRIMARY KEY (plan_id, phase, turn_seq, call_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_activity (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  seq INTEGER NOT NULL,
  phase TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  tool TEXT,
  call_id TEXT,
  decision_id TEXT,
  ok INTEGER,
  duration_ms INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY (plan_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_usage (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  phase TEXT NOT NULL,
  model TEXT NOT NULL,
  input INTEGER NOT NULL,
  output INTEGER NOT NULL,
  cache_write INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  -- Integer micro-dollars; null where the price table does not know the model.
  cost INTEGER,
  price_version TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX plan_usage_by_plan ON plan_usage (plan_id);
