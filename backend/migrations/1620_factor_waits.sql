-- From when a second factor approves: one that a page added without its owner approves nothing before the owner was told.
-- Null: at once, as those of before and those of staff.
alter table passkey add column approves_from timestamptz;
alter table authenticator add column approves_from timestamptz;
alter table recovery_code add column approves_from timestamptz;
