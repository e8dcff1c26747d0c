-- Networks that take deposits, and claims of deposits.

create table deposit_network (
  currency text not null,
  network text not null,
  -- How its addresses are written.
  address_kind text not null check (address_kind in ('bitcoin', 'evm', 'tron')),
  -- Scheme of the payment address in a QR code.
  uri_scheme text not null,
  min_amount amount not null check (min_amount > 0),
  -- Of a withdrawal over the same network.
  withdrawal_fee amount not null check (withdrawal_fee >= 0),
  min_withdrawal amount not null check (min_withdrawal > 0),
  confirmations int not null check (confirmations > 0),
  suspended boolean not null default false,
  position int not null,
  primary key (currency, network)
);

insert into deposit_network
  (currency, network, address_kind, uri_scheme, min_amount, withdrawal_fee, min_withdrawal, confirmations, position)
values
  ('BTC', 'BTC', 'bitcoin', 'bitcoin', 0.0001, 0.0002, 0.001, 2, 1),
  ('ETH', 'ERC20', 'evm', 'ethereum', 0.005, 0.0008, 0.01, 12, 2),
  ('USDT', 'TRC20', 'tron', 'tron', 5, 1, 10, 20, 3),
  ('USDT', 'ERC20', 'evm', 'ethereum', 10, 4, 20, 12, 4);

create table deposit_claim (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  currency text not null,
  network text not null,
  amount amount not null check (amount > 0),
  -- What the user says it came from.
  account text,
  voucher text not null references upload,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  credited amount check (credited > 0),
  reason text,
  -- Null while pending, and where the sandbox decided.
  reviewed_by bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  foreign key (currency, network) references deposit_network,
  check ((status = 'pending') = (reviewed_at is null)),
  check ((status = 'approved') = (credited is not null))
);
create index deposit_claim_of_user on deposit_claim (user_id, id desc);
create index deposit_claim_pending on deposit_claim (id) where status = 'pending';
-- One picture proves one payment.
create unique index deposit_claim_voucher on deposit_claim (voucher) where status <> 'rejected';
