-- Card numbers are sealed; the job `payees-seal-cards` seals those of rows that were there, which keep theirs until then.
alter table payee_card
  alter column card_number drop not null,
  add column card_sealed bytea,
  -- By the key that seals: finds accounts that share a card.
  add column card_hash bytea,
  add column card_last4 text;
update payee_card set card_last4 = right(card_number, 4);
alter table payee_card
  alter column card_last4 set not null,
  add check ((card_number is null) <> (card_sealed is null)),
  add check ((card_hash is null) = (card_sealed is null));
create index payee_card_by_number on payee_card (card_hash);

-- A card never changes: what a withdrawal goes to is read from it.
drop index withdrawal_txid;
update withdrawal set target = right(target, 4) where way <> 'address';
create unique index withdrawal_txid on withdrawal (network, txid, target) where txid is not null and card_id is null;
create unique index withdrawal_card_txid on withdrawal (network, txid, card_id) where txid is not null and card_id is not null;
