-- Which options are not sold for now, and what their results say.

-- How much the index of an instrument moves, over some minutes: per second, in thousandths of a tick, squared.
create table option_movement (
  symbol text primary key,
  -- Of the symbol in its tick: another tick is another id.
  symbol_id smallint not null,
  at timestamptz not null,
  variance double precision not null check (variance >= 0),
  -- The coarsest step that the index passes through, in thousandths of a tick.
  step double precision not null check (step >= 1),
  -- Minutes that were measured.
  minutes integer not null check (minutes > 0)
);

-- A term that is not sold on an instrument. A pause of `wins` ends by two members of staff.
create table option_pause (
  symbol text not null,
  seconds integer not null,
  kind text not null check (kind in ('calm', 'wins')),
  since timestamptz not null,
  -- How many price steps the index moved within the term; the evidence that wins exceeded chance.
  moves double precision,
  evidence double precision,
  primary key (symbol, seconds, kind)
);

-- Results of an account, of accounts that share a device or an address, or of a term on an instrument.
create table option_watch (
  -- `user:<id>`, `device:<SHA-256 of its token>`, `address:<IP address>`, `term:<symbol>:<seconds>`
  subject text primary key,
  won bigint not null default 0,
  lost bigint not null default 0,
  tied bigint not null default 0,
  -- What the options brought in, in USDT; a figure for the eye.
  result double precision not null default 0,
  -- The state of the test.
  purse jsonb not null
);
create table option_watch_cursor (
  one boolean primary key default true check (one),
  reached_at timestamptz not null
);
create index option_order_accepted on option_order (accepted_at, id);
