CREATE TABLE providers (
  name_key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('openai-compatible', 'openai', 'anthropic')),
  base_url TEXT NOT NULL,
  api_key_env TEXT,
  created_at INTEGER NOT NULL
) STRICT;
