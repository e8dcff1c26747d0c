-- When a staff session was last used: an idle one ends. Sessions that are open now count as used now.
alter table staff_session add column last_seen_at timestamptz not null default now();
alter table staff_session alter column last_seen_at drop default;
