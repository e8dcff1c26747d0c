-- Deposits that were seen on chains.

create table chain_deposit (
  id bigint generated always as identity primary key,
  chain text not null references chain,
  -- 64 small hexadecimal digits.
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  -- The part of the transaction, the same in whatever block it is: the output of Bitcoin; elsewhere `value`, `log-` and
  -- the position among the transfers of the transaction, or `trace-` and the path of the call.
  part text not null check (part <> ''),
  user_id bigint not null references user_account,
  address text not null,
  -- Null for a token that is not listed, or has no network for deposits.
  currency text,
  network text,
  -- Null for the chain's own coin.
  contract text,
  -- Of the chain, as it was sent.
  units numeric(78, 0) not null check (units > 0),
  -- In the currency, rounded down to its places; null where it has none, or is too large.
  amount amount check (amount >= 0),
  -- The block that holds it, while one does.
  block_height bigint check (block_height >= 0),
  block_hash text,
  -- How far the chain was read when no block held it any more.
  unplaced_at bigint,
  -- `claimed`: staff credited the transaction by a claim. `gone`: the transaction was replaced or is not known any more.
  -- `reversed`: credited, and then no block held it. `ignored` is listed for treasury.
  state text not null check (state in ('pending', 'credited', 'claimed', 'gone', 'reversed', 'ignored')),
  ignored_as text check (ignored_as in ('unknown_token', 'below_minimum', 'dust', 'too_large')),
  -- How often it was credited: after a reversal it may be once more.
  credits int not null default 0 check (credits >= 0),
  seen_at timestamptz not null,
  credited_at timestamptz,
  constraint chain_deposit_once unique (chain, txid, part),
  check ((block_height is null) = (block_hash is null)),
  check ((state = 'ignored') = (ignored_as is not null)),
  check (state not in ('pending', 'credited', 'reversed') or (currency is not null and network is not null and amount > 0)),
  check (state <> 'credited' or credits > 0)
);
create index chain_deposit_of_user on chain_deposit (user_id, id desc);
create index chain_deposit_pending on chain_deposit (chain, block_height) where state = 'pending';
create index chain_deposit_block on chain_deposit (chain, block_height) where block_height is not null;
create index chain_deposit_orphaned on chain_deposit (chain) where state = 'credited' and block_height is null;
create index chain_deposit_ignored on chain_deposit (id desc) where state in ('ignored', 'claimed', 'reversed', 'gone');

-- What users owe because a deposit that they have spent is on its chain no more.
create table deposit_debt (
  deposit_id bigint not null references chain_deposit,
  -- Which of its credits.
  credit int not null,
  user_id bigint not null references user_account,
  currency text not null,
  amount amount not null check (amount > 0),
  covered amount not null default 0 check (covered between 0 and amount),
  created_at timestamptz not null,
  primary key (deposit_id, credit)
);
create index deposit_debt_open on deposit_debt (user_id) where covered < amount;

-- A transaction that the watcher credited has no claim: no claim is credited with it any more.
alter table deposit_transaction alter column claim_id drop not null;
