-- Attempts that are counted over all nodes: log-ins, codes, guesses.

create table counted_attempt (
  -- SHA-256 of what is limited and of whom it is counted for: no list of addresses and contacts.
  key bytea primary key,
  -- Times within the longest window, in the order of arrival; as many as the limit at most.
  taken timestamptz[] not null,
  -- When the last one leaves the longest window, and the row is of no use.
  over_at timestamptz not null
);
create index counted_attempt_over on counted_attempt (over_at);
