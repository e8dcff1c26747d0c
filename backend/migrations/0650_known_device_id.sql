-- Wrong passwords of a known device are counted by its id: each log-in, also one to another account, gives the browser a
-- new cookie, and the count would begin again.
alter table known_device add column id bigint generated always as identity;
