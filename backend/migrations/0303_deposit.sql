-- Deposits: what is taken on which network, and the claims that users make by voucher.

create table deposit_network (
  currency text not null,
  network text not null,
  -- Where addresses are derived: one chain may carry several currencies.
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  position int not null,
  open boolean not null default true,
  min_amount amount not null check (min_amount > 0),
  confirmations int not null check (confirmations > 0),
  primary key (currency, network)
);

insert into deposit_network (currency, network, chain, position, min_amount, confirmations) values
  ('USDT', 'TRC20', 'tron', 1, 10, 20),
  ('USDT', 'ERC20', 'ethereum', 2, 20, 12),
  ('BTC', 'BTC', 'bitcoin', 3, 0.0005, 2),
  ('ETH', 'ERC20', 'ethereum', 4, 0.01, 12);

create table deposit_claim (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  currency text not null,
  network text not null,
  amount amount not null check (amount > 0),
  -- Where the payment came from, as the user says.
  account text,
  voucher text not null references upload,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- What was credited; differs from the claim where staff found that it did.
  credited amount check (credited > 0),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status = 'approved') = (credited is not null)),
  check ((status = 'pending') = (reviewed_at is null)),
  check ((status = 'pending') = (reviewer_id is null)),
  check (status <> 'rejected' or reason is not null)
);
create index deposit_claim_of_user on deposit_claim (user_id, id desc);
create index deposit_claim_pending on deposit_claim (created_at, id) where status = 'pending';
-- One payment, one claim: a picture counts once unless its claim was rejected.
create unique index deposit_claim_voucher on deposit_claim (voucher) where status <> 'rejected';

-- Decisions that are not made by a person who signs in; nobody knows a password for these two.
insert into staff_member (account, name, role, password_hash, disabled, created_at) values
  ('command-line', 'command line', 'admin', '', true, now()),
  ('sandbox', 'sandbox', 'reviewer', '', true, now());
