-- Up to when the window of a token sale was moved on while staff kept users from subscribing; null while they may.
alter table launch_project add column held_at timestamptz;
