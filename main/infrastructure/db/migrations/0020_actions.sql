-- Actions: templates that plans are made from. `name_key` is the name in lower case: names are unique without regard to case.
CREATE TABLE actions (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  -- JSON with a version of its own form.
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'available', 'archived')),
  revision INTEGER NOT NULL CHECK (revision >= 1),
  -- 1 while the present revision is the one that came with the application.
  builtin INTEGER NOT NULL CHECK (builtin IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Every revision an action has had, the present one included.
CREATE TABLE action_revisions (
  action_id TEXT NOT NULL REFERENCES actions (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (action_id, revision)
) STRICT, WITHOUT ROWID;
