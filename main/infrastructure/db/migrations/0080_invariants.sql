-- Rules of a project, an action or a plan, and global ones. Those that stand in an action's own text are read from it.
CREATE TABLE invariants (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL CHECK (scope IN ('global', 'project', 'action', 'plan')),
  target_id TEXT,
  text TEXT NOT NULL,
  -- only_paths, never_paths, command, escalate (versioned JSON).
  checks TEXT NOT NULL,
  non_overridable INTEGER NOT NULL,
  created INTEGER NOT NULL,
  CHECK ((scope = 'global') = (target_id IS NULL))
) STRICT;
CREATE INDEX invariants_by_target ON invariants (scope, target_id);

-- What held when a plan was made; later changes elsewhere do not reach it.
CREATE TABLE plan_invariants (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  scope TEXT NOT NULL,
  target_id TEXT,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  checks TEXT NOT NULL,
  non_overridable INTEGER NOT NULL,
  created INTEGER NOT NULL,
  verdict TEXT CHECK (verdict IN ('holds', 'violated', 'waived')),
  evidence TEXT NOT NULL,
  -- What the verdict was found on.
  subject TEXT NOT NULL,
  waived_reason TEXT,
  PRIMARY KEY (plan_id, id)
) STRICT, WITHOUT ROWID;

-- Decisions that a rule sent to a person whatever their confidence.
CREATE TABLE decision_escalations (
  decision_id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  invariant_id TEXT NOT NULL
) STRICT;
CREATE INDEX decision_escalations_by_plan ON decision_escalations (plan_id);

-- Plans of before held the texts of their action alone.
INSERT INTO plan_invariants
SELECT plans.id, plans.action_id || '-' || (rule.key + 1), rule.key + 1, 'action', plans.action_id, plans.action_name, rule.value,
  '{"v":1,"value":{"onlyPaths":null,"neverPaths":null,"command":null,"escalate":null}}', 0, 0, NULL, '', '', NULL
FROM plans, json_each(plans.made_from, '$.value.action.invariants') AS rule;
