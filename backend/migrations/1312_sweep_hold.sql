-- Deposit addresses whose sweep failed by itself, as where the token blocks their holder: they wait, and the next ones come
-- in. A row goes when the address was swept.
create table chain_sweep_hold (
  chain text not null references chain,
  currency text not null,
  address text not null,
  -- In a row.
  failures int not null default 1 check (failures > 0),
  -- A block rejected a sweep that it was in, with others perhaps: it is tried again by itself.
  mined boolean not null,
  -- What the node says.
  detail text not null,
  -- The last failure, and the moment before which it is not tried again.
  failed_at timestamptz not null,
  until timestamptz not null,
  primary key (chain, currency, address),
  foreign key (chain, currency) references chain_token
);
