-- What a plan was told when it was made is no answer of an actor.
UPDATE decisions SET answered_by = NULL WHERE type IN ('prompt_definition', 'invariant_enforced');
