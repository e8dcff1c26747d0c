-- Withdrawals that the signer pays: what was ordered, what was signed for it, and where that stands on its chain.

-- Wallets that payments leave from; the signer holds their keys.
create table chain_wallet (
  chain text not null references chain,
  address text not null,
  -- Of an EVM chain: what the next transaction takes.
  next_nonce bigint not null default 0 check (next_nonce >= 0),
  primary key (chain, address)
);

-- What uses up a nonce, or inputs: of its versions one at most is ever in a block.
create table chain_transaction (
  id bigint generated always as identity primary key,
  chain text not null,
  wallet text not null,
  nonce bigint check (nonce >= 0),
  -- `dead`: something else used its nonce or inputs up, or it expired; no version of it can be in a block any more.
  state text not null check (state in ('signed', 'broadcast', 'final', 'failed', 'dead')),
  -- The newest version, or the one that a block holds.
  txid text not null,
  block_number bigint,
  confirmations int not null default 0 check (confirmations >= 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  foreign key (chain, wallet) references chain_wallet,
  check ((finished_at is null) = (state in ('signed', 'broadcast')))
);
create unique index chain_transaction_nonce on chain_transaction (chain, wallet, nonce) where nonce is not null;
create index chain_transaction_open on chain_transaction (chain, id) where finished_at is null;

-- Everything that was signed, stored before it is sent: the first bytes and replacements with higher fees.
create table chain_transaction_version (
  chain text not null,
  txid text not null,
  transaction_id bigint not null references chain_transaction,
  raw text not null,
  spend jsonb not null,
  -- Most that it costs, smallest units of the chain's coin.
  fee numeric(78, 0) not null,
  signed_at timestamptz not null,
  primary key (chain, txid)
);
create index chain_transaction_version_of on chain_transaction_version (transaction_id);

-- Outputs of the wallet that a transaction spends: no other one takes them.
create table chain_input (
  chain text not null,
  txid text not null,
  vout bigint not null,
  transaction_id bigint not null references chain_transaction,
  primary key (chain, txid, vout)
);

create table chain_payout (
  withdrawal_id bigint primary key references withdrawal,
  chain text not null references chain,
  currency text not null,
  target text not null,
  -- Smallest units of the currency on the chain.
  amount numeric(78, 0) not null check (amount > 0),
  -- `returned`: staff pay it, or decide about it, by hand.
  state text not null default 'ordered' check (state in ('ordered', 'signed', 'done', 'returned')),
  -- How often it was signed before and expired unpaid; on chains whose transactions expire.
  attempt int not null default 0 check (attempt >= 0),
  transaction_id bigint references chain_transaction,
  -- Why it is not paid yet: a code, and what belongs to it.
  waits text,
  detail text,
  ordered_at timestamptz not null,
  foreign key (chain, currency) references chain_token,
  check (state not in ('signed', 'done') or transaction_id is not null)
);
create index chain_payout_open on chain_payout (chain, withdrawal_id) where state = 'ordered';
create index chain_payout_transaction on chain_payout (transaction_id) where transaction_id is not null;

-- Passkeys of staff over the terms of a payment. The signer judges them; here they only wait for it.
create table chain_payout_approval (
  withdrawal_id bigint not null references chain_payout,
  attempt int not null,
  staff_id bigint not null references staff_member,
  assertion text not null,
  at timestamptz not null,
  primary key (withdrawal_id, attempt, staff_id)
);
