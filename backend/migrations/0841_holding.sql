-- What holding positions costs: funding of perpetual contracts each 8 hours, an overnight fee for the rest each day.

-- (mark − index) / index at the end of a minute, of the perpetual contracts that ticked in it.
create table funding_premium (
  symbol text not null,
  minute timestamptz not null,
  premium amount not null,
  primary key (symbol, minute)
);

-- The rate and the mark of an instant that was due, fixed once for all positions and for every repetition.
create table holding_rate (
  kind text not null check (kind in ('funding', 'overnight_fee')),
  symbol text not null,
  due timestamptz not null,
  -- Of the last tick before.
  mark amount not null check (mark > 0),
  -- Funding: of these 8 hours. Overnight fee: a year.
  rate amount not null,
  primary key (kind, symbol, due)
);
create trigger holding_rate_append_only before update or delete on holding_rate
  for each row execute function refuse_change();

-- What a position was charged for an instant, once; negative where it received.
create table lever_charge (
  position_id bigint not null,
  kind text not null check (kind in ('funding', 'overnight_fee')),
  due timestamptz not null,
  user_id bigint not null,
  -- Open at that instant, in the base currency.
  quantity amount not null check (quantity > 0),
  -- In the settlement currency; what of it the margin and the insurance account bore.
  charge amount not null,
  from_margin amount not null check (from_margin >= 0),
  shortfall amount not null check (shortfall >= 0),
  at timestamptz not null,
  primary key (position_id, kind, due)
);
create trigger lever_charge_append_only before update or delete on lever_charge
  for each row execute function refuse_change();
create index lever_charge_of_user on lever_charge (user_id, due desc);

-- What was open at an instant: positions that closed since, and how much of each was open then.
create index lever_position_closed on lever_position (closed_at) where status = 'closed';
create index leverage_event_of_position on leverage_event (position_id, id);
