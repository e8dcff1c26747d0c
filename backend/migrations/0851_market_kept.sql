-- Ticks that settled something are kept for ever: copies of blocks, which are dropped after a week.
create table market_kept (
  symbol_id smallint not null,
  minute timestamptz not null,
  -- Of its first tick.
  number bigint not null,
  ticks bytea not null,
  primary key (symbol_id, minute)
);
alter table market_kept alter column ticks set storage external;
-- A kept block does not change.
create function keep_block() returns trigger language plpgsql as $$
begin
  raise exception 'market_kept is append-only' using errcode = 'restrict_violation';
end $$;
create trigger market_kept_append_only before update or delete on market_kept
  for each row execute function keep_block();

-- What settles on recorded prices reads them by time.
create index market_step_by_time on market_step (at);
