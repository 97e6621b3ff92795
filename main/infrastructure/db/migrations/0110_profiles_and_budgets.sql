CREATE TABLE automation_profiles (
  name_key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- What the source was read as (versioned JSON).
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What calls of models that are under way may cost at most, in micro-dollars; gone once the cost of the call is known.
CREATE TABLE budget_reservations (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  cost INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX budget_reservations_by_plan ON budget_reservations (plan_id);

-- What a person allowed one plan beyond its profile, and what it was last held for.
CREATE TABLE plan_budgets (
  plan_id TEXT PRIMARY KEY REFERENCES plans (id),
  -- Micro-dollars; null where the profile says it.
  plan_cap INTEGER,
  total_cap INTEGER,
  unknown_allowed INTEGER NOT NULL DEFAULT 0,
  -- The cap that a call would have passed (versioned JSON); null where none holds it.
  held TEXT
) STRICT, WITHOUT ROWID;
