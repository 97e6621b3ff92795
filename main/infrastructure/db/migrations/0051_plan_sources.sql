-- Numbered after 0050, which makes the table: a new database runs migrations in the order of their names.
CREATE TABLE plan_sources (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  resource_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  path TEXT NOT NULL,
  read_only INTEGER NOT NULL,
  -- The recorded state of the source: base commit, branch, fingerprint, uncommitted paths (versioned JSON).
  base TEXT NOT NULL,
  PRIMARY KEY (plan_id, resource_id)
) STRICT;
-- Plans that were made before folders were recorded read them in place: such a base names no commit.
INSERT INTO plan_sources (plan_id, resource_id, name, type, path, read_only, base)
SELECT
  plan_id,
  resource_id,
  name,
  type,
  path,
  read_only,
  CASE
    WHEN base IS NULL THEN json_object(
      'v', 1,
      'value', json_object(
        'strategy', 'filesystem_copy',
        'repoRoot', path,
        'commonDir', path,
        'subdir', '',
        'branch', NULL,
        'headCommit', '',
        'baseCommit', '',
        'baseTree', '',
        'detached', json('false'),
        'operation', NULL,
        'behindUpstream', NULL,
        'uncommitted', json('[]'),
        'uncommittedCount', 0,
        'includesUncommitted', json('false'),
        'leftOut', json('[]'),
        'fingerprint', json_object('head', '', 'index', '', 'status', '', 'dirty', json_object())
      )
    )
    ELSE json_set(base, '$.value.strategy', 'git_worktree', '$.value.leftOut', json('[]'))
  END
FROM plan_resources;
DROP TABLE plan_resources;
ALTER TABLE plan_sources RENAME TO plan_resources;
CREATE INDEX plan_resources_by_resource ON plan_resources (resource_id);
