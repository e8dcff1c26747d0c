-- What the platform holds on chains, compared with what the ledger says.

-- The last block at which a chain was reconciled, or why it was not since.
create table treasury_run (
  chain text primary key references chain,
  height bigint check (height >= 0),
  at timestamptz,
  problem text check (problem <> ''),
  -- Why the job halted the chain's withdrawals last; staff lift that with `withdrawals_halted`.
  halted_for text,
  halted_at timestamptz
);

-- Hot wallets when they were reconciled first: what they held then is taken as it was.
create table treasury_opening (
  chain text not null references chain,
  address text not null,
  currency text not null,
  units numeric(78, 0) not null check (units >= 0),
  height bigint not null,
  -- Transactions that had left the address; of EVM chains.
  nonce bigint,
  primary key (chain, address, currency)
);

-- What payments cost, by final receipts of EVM chains.
create table treasury_cost (
  transaction_id bigint primary key references chain_transaction,
  txid text not null,
  height bigint not null,
  -- Smallest units of the chain's coin.
  fee numeric(78, 0) not null check (fee >= 0),
  succeeded boolean not null
);

-- Sums of the last run: `arrived` to `moved` make what is expected.
create table treasury_holding (
  chain text not null references chain,
  currency text not null,
  role text not null check (role in ('hot', 'deposit', 'cold')),
  addresses int not null,
  opening numeric(78, 0) not null,
  arrived numeric(78, 0) not null,
  paid numeric(78, 0) not null,
  fees numeric(78, 0) not null,
  moved numeric(78, 0) not null,
  held numeric(78, 0) not null check (held >= 0),
  primary key (chain, currency, role)
);

-- Differences between chain and ledger, each for as long as it stands.
create table treasury_difference (
  id bigint generated always as identity primary key,
  chain text not null references chain,
  reason text not null check (reason in ('missing', 'unrecorded', 'unknown_transactions', 'not_in_ledger', 'not_on_chain',
                                         'payout_not_in_ledger', 'payout_failed')),
  currency text not null,
  -- The address or the transaction that it is at.
  subject text not null,
  -- Above zero: the chain has more than expected. Of `unknown_transactions` how many there are.
  units numeric(78, 0) not null check (units <> 0),
  first_height bigint not null,
  height bigint not null,
  seen_at timestamptz not null,
  gone_at timestamptz,
  -- The size at which it halted withdrawals: one that grows halts them again.
  halted_units numeric(78, 0)
);
create unique index treasury_difference_open on treasury_difference (chain, reason, currency, subject) where gone_at is null;

-- Changes that two members of the staff make: limits of hot wallets, cold addresses, what is held elsewhere, and movements
-- that no payment of the platform made.
create table treasury_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('limit', 'cold', 'elsewhere', 'movement')),
  chain text references chain,
  currency text,
  address text,
  low amount check (low >= 0),
  high amount check (high >= low),
  amount amount,
  -- A transaction, or where something is held.
  reference text,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
  proposed_by bigint not null references staff_member,
  proposed_at timestamptz not null,
  decided_by bigint references staff_member check (decided_by <> proposed_by or state = 'rejected'),
  decided_at timestamptz,
  check ((state = 'proposed') = (decided_by is null)),
  check ((state = 'proposed') = (decided_at is null)),
  check (kind = 'elsewhere' or chain is not null),
  check (kind = 'cold' or currency is not null),
  check (kind not in ('cold', 'movement') or address is not null),
  check (kind <> 'limit' or (low is not null and high is not null)),
  check (kind not in ('elsewhere', 'movement') or (amount is not null and reference is not null)),
  check (kind <> 'elsewhere' or amount >= 0)
);
create index treasury_change_newest on treasury_change (kind, decided_at desc, id desc) where state = 'approved';
create index treasury_change_open on treasury_change (id) where state = 'proposed';
create unique index treasury_movement_once on treasury_change (chain, currency, address, reference)
  where kind = 'movement' and state <> 'rejected';
