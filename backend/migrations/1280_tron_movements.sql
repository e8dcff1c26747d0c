-- A deposit address of TRON pays for its sweep itself: the hot wallet tops it up before.
alter table chain_movement drop constraint chain_movement_kind_check;
alter table chain_movement
  add constraint chain_movement_kind_check check (kind in ('prepare', 'sweep', 'cold', 'release', 'top_up'));
-- Its coin, in which top-ups are counted. Deposits and withdrawals of it stay closed: it has no network.
insert into chain_token (chain, currency, contract, decimals) values ('tron', 'TRX', null, 6) on conflict do nothing;
