-- Withdrawals: requested by users, decided and paid by staff or by what takes their place.

create table withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  currency text not null,
  network text not null,
  way text not null check (way in ('address', 'card', 'card_international')),
  -- The address, or the number of the account, as it was approved by the user; a payee that changes changes nothing.
  target text not null,
  card_id bigint references payee_card,
  -- What leaves the account; the fee is part of it.
  amount amount not null check (amount > fee),
  fee amount not null check (fee >= 0),
  -- When it was requested.
  value_btc amount not null,
  value_usdt amount not null,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'sent', 'final', 'rejected', 'failed', 'cancelled')),
  -- The transaction, or the bank's reference. Null for payments of demonstrations.
  txid text,
  reason text,
  reviewer_id bigint references staff_member,
  first_reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  foreign key (currency, network) references withdrawal_network,
  check ((way = 'address') = (card_id is null)),
  check (status not in ('rejected', 'failed') or reason is not null),
  check (first_reviewer_id is distinct from reviewer_id or first_reviewer_id is null)
);
create index withdrawal_of_user on withdrawal (user_id, id desc);
create index withdrawal_by_status on withdrawal (status, id) where status in ('requested', 'approved', 'sent');
-- One payment is recorded once for a target; a transaction may pay several.
create unique index withdrawal_txid on withdrawal (network, txid, target) where txid is not null;

-- When each state began, and who brought it about; null for the user.
create table withdrawal_step (
  withdrawal_id bigint not null references withdrawal,
  status text not null,
  at timestamptz not null,
  staff_id bigint references staff_member,
  primary key (withdrawal_id, status)
);
