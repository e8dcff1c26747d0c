-- What trades carried from one user to another, by the hour: how far their prices were from the index, times the size.
create table value_carried (
  payer_id bigint not null references user_account,
  payee_id bigint not null references user_account,
  -- Its beginning.
  hour timestamptz not null,
  -- USDT.
  value amount not null check (value > 0),
  -- USDT by the index: the trades themselves.
  traded amount not null check (traded > 0),
  primary key (payer_id, payee_id, hour)
);
create index value_carried_to on value_carried (payee_id, hour);
create index value_carried_by_hour on value_carried (hour);
