-- Every state that a sandbox was based on, oldest first, as versioned JSON; null while it still stands on its first one.
ALTER TABLE sandboxes ADD COLUMN bases TEXT;
