-- What waits is found without reading every event of the plans.
CREATE INDEX plan_events_endings ON plan_events (plan_id, seq) WHERE type IN ('cancelling', 'finishing');
-- Holds all that counting asks of a plan, whose row is large.
CREATE INDEX plans_waiting ON plans (id, state, reason, version, updated) WHERE state IN ('awaiting_input', 'errored', 'constrained');
