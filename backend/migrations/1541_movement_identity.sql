-- What the signer signed for a movement that is stored as another one: the stored one stays, and reconciliation shows it.
alter table chain_movement add column signed_as jsonb;
alter table treasury_difference drop constraint treasury_difference_reason_check;
alter table treasury_difference add check (reason in ('missing', 'unrecorded', 'unknown_transactions', 'not_in_ledger',
  'not_on_chain', 'payout_not_in_ledger', 'payout_failed', 'movement_differs'));
