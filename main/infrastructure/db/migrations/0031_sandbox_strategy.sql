-- How a sandbox is kept apart, and what of its source it leaves out; until now there were checkouts alone.
UPDATE sandboxes SET base = json_set(base, '$.value.strategy', 'git_worktree', '$.value.leftOut', json('[]'));
