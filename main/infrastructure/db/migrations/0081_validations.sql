CREATE TABLE validations (
  id TEXT PRIMARY KEY,
  name_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- What the source was read as (versioned JSON).
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE validation_attachments (
  validation_id TEXT NOT NULL REFERENCES validations (id) ON DELETE CASCADE,
  target TEXT NOT NULL CHECK (target IN ('project', 'resource', 'plan')),
  target_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (validation_id, target, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX validation_attachments_by_target ON validation_attachments (target, target_id);

-- Every run; the latest of each key decides.
CREATE TABLE validation_results (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  -- The validation's name and the resource it ran on.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  mode TEXT NOT NULL,
  phase TEXT NOT NULL,
  ran_on TEXT NOT NULL,
  -- What it ran on; a result on another tree is stale.
  tree TEXT NOT NULL,
  passed INTEGER NOT NULL,
  exit_code INTEGER,
  timed_out INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  tests_passed INTEGER,
  tests_total INTEGER,
  output TEXT NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX validation_results_by_plan ON validation_results (plan_id, key);
