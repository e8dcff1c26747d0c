-- The record of the market: its ticks, their chains and the bars that they make. Prices are whole ticks of the
-- instrument, amounts whole lots.

create table market_symbol (
  -- In place of the name inside of blocks.
  id smallint generated always as identity unique,
  symbol text primary key,
  -- Lots that the house holds; negative where it is short. Written with the fills that change it.
  inventory bigint not null default 0,
  -- Where the price of a symbol without a tick begins.
  start bigint check (start > 0)
);

-- The ticks of all symbols, one row for each step of the market, kept for an hour. The prices of a step are published
-- after its commit.
create table market_step (
  sequence bigint primary key,
  at timestamptz not null,
  ticks bytea not null
);
alter table market_step alter column ticks set storage external;
alter table market_step set (toast_tuple_target = 8160);

-- What a node needs to go on after another, some seconds old: the steps after `sequence` are read from `market_step`.
create table market_state (
  one boolean primary key default true check (one),
  sequence bigint not null,
  at timestamptz not null,
  -- Number, link and last tick by symbol.
  chains jsonb not null,
  source jsonb
);

-- Where the chains of all symbols stood at the end of a minute. Written with the first step after it, signed when the
-- minute is stored, and kept for ever.
create table market_head (
  at timestamptz primary key,
  -- Of the last step of the minute.
  sequence bigint not null unique,
  -- Id, number and link of each symbol.
  heads bytea not null,
  -- The public key of the signature, Ed25519.
  key bytea check (length(key) = 32),
  signature bytea check (length(signature) = 64),
  check ((key is null) = (signature is null))
);
create index market_head_unsigned on market_head (at) where signature is null;

create function keep_signed_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.signature is null and new.at = old.at and new.sequence = old.sequence
     and new.heads = old.heads then
    return new;
  end if;
  raise exception 'market_head is append-only' using errcode = 'restrict_violation';
end $$;
create trigger market_head_append_only before update or delete on market_head
  for each row execute function keep_signed_head();

-- The ticks of a symbol in a minute. A partition for each day, dropped after a week.
create table market_block (
  symbol_id smallint not null,
  minute timestamptz not null,
  -- Of its first tick.
  number bigint not null,
  ticks bytea not null,
  primary key (symbol_id, minute)
) partition by range (minute);
alter table market_block alter column ticks set storage external;

-- Bars that are finished. A row holds several that follow each other, so that a day of minutes takes few rows.
create table market_bar (
  symbol_id smallint not null,
  span text not null check (span in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M')),
  -- Where the time of the row begins.
  opening timestamptz not null,
  -- The end of its last bar: a bar is added once.
  until timestamptz not null,
  bars bytea not null,
  primary key (symbol_id, span, opening)
);
alter table market_bar alter column bars set storage external;
-- For what is read at the start: the latest minutes of all symbols.
create index market_bar_by_time on market_bar (span, opening);
