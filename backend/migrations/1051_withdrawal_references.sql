-- A bank's reference settles one withdrawal to an account, whoever saved its number.
create index withdrawal_card_reference on withdrawal (lower(regexp_replace(txid, '\s', '', 'g')))
  where txid is not null and card_id is not null;
