-- What a checkpoint was taken for, where the plan's conversation stood then (versioned JSON, the plans slice's own), and
-- the change of the plan that dropped it; a dropped one is kept, so that the change can be undone.
ALTER TABLE checkpoints ADD COLUMN cause TEXT NOT NULL DEFAULT 'after_write';
ALTER TABLE checkpoints ADD COLUMN position TEXT;
ALTER TABLE checkpoints ADD COLUMN dropped_by TEXT;
