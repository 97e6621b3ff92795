-- What breaks a rule, one thing each, and what a waiver was given for (versioned JSON). Waivers of before tell of nothing that
-- they were given for: the next check asks about what it finds.
ALTER TABLE plan_invariants ADD COLUMN findings TEXT NOT NULL DEFAULT '{"v":1,"value":[]}';
ALTER TABLE plan_invariants ADD COLUMN waived_for TEXT NOT NULL DEFAULT '{"v":1,"value":[]}';
-- 1 where the rule was added when the plan was there already.
ALTER TABLE plan_invariants ADD COLUMN added_later INTEGER NOT NULL DEFAULT 0;
