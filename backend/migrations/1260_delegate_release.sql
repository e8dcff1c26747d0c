-- A deposit address that delegates to code rejects a transfer with 21,000 of gas, so the delegation is taken back.
alter table chain_movement drop constraint chain_movement_kind_check;
alter table chain_movement
  add constraint chain_movement_kind_check check (kind in ('prepare', 'sweep', 'cold', 'release'));
alter table chain_movement_source drop constraint chain_movement_source_amount_check;
alter table chain_movement_source
  add constraint chain_movement_source_amount_check check (amount >= 0),
  -- A sweep of the address has ended, and its delegation was not taken back since.
  add column delegated boolean not null default false;
update chain_movement_source s set delegated = true
  from chain_movement m
 where m.id = s.movement_id and m.kind = 'sweep' and m.state in ('done', 'failed') and s.txid is null;
create index chain_movement_source_delegated on chain_movement_source (address) where delegated;
