-- A movement that the signer signed and this database has forgotten, of a token that is not listed here: as the signer has it,
-- with the contract that its configuration names. Reconciliation shows it.
create table chain_movement_unlisted (
  movement_id bigint primary key,
  chain text not null references chain,
  kind text not null,
  asset text not null,
  contract text,
  target text not null,
  -- Smallest units.
  amount numeric(78, 0) not null,
  -- Addresses that it takes from.
  sources jsonb not null,
  transaction_id bigint not null references chain_transaction,
  signed_at timestamptz not null
);
create index chain_movement_unlisted_of on chain_movement_unlisted (chain);
alter table treasury_difference drop constraint treasury_difference_reason_check;
alter table treasury_difference add check (reason in ('missing', 'unrecorded', 'unknown_transactions', 'not_in_ledger',
  'not_on_chain', 'payout_not_in_ledger', 'payout_failed', 'movement_differs', 'movement_unlisted'));
