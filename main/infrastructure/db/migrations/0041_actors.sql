CREATE TABLE actors (
  id TEXT PRIMARY KEY,
  name_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('llm', 'graph', 'tool')),
  -- What the source was read as (versioned JSON).
  definition TEXT NOT NULL,
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
