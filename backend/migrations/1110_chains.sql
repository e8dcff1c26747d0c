-- Networks and tokens as data: what a node has to be, when a deposit is final, what a payment may cost, what is halted.

create table chain (
  -- Where addresses are derived, see deposit_network.chain and withdrawal_network.chain.
  name text primary key check (name in ('bitcoin', 'ethereum', 'tron')),
  kind text not null check (kind in ('bitcoin', 'evm', 'tron')),
  -- What the node must be: the chain id (EIP-155) in decimal digits; of a Bitcoin node `chain` of getblockchaininfo.
  identity text not null check (identity <> ''),
  -- A deposit is credited after the confirmations of its network; with `finalized` not before the node calls its block so.
  finality text not null check (finality in ('confirmations', 'finalized')),
  -- All of the chain, beside `open` of each network.
  deposits_halted boolean not null default false,
  withdrawals_halted boolean not null default false,
  -- Most that a payment bids: wei for a unit of gas, satoshi for a virtual byte, sun for a transaction on TRON.
  fee_ceiling numeric(38, 0) not null check (fee_ceiling > 0),
  -- By how much a replacement bids more, percent. Nodes refuse up to 10.
  fee_bump int not null check (fee_bump between 11 and 100)
);
insert into chain (name, kind, identity, finality, fee_ceiling, fee_bump) values
  ('bitcoin', 'bitcoin', 'main', 'confirmations', 300, 25),
  ('ethereum', 'evm', '1', 'finalized', 200000000000, 15),
  ('tron', 'tron', '728126428', 'finalized', 100000000, 15);

-- What a currency is on a chain.
create table chain_token (
  chain text not null references chain,
  currency text not null,
  -- In the one form of an address of the chain; null for the chain's own coin.
  contract text check (contract <> ''),
  -- Places of the chain's units: 18 of ETH.
  decimals int not null check (decimals between 0 and 36),
  primary key (chain, currency)
);
create unique index chain_token_contract on chain_token (chain, contract) nulls not distinct;
insert into chain_token (chain, currency, contract, decimals) values
  ('bitcoin', 'BTC', null, 8),
  ('ethereum', 'ETH', null, 18),
  ('ethereum', 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
  ('tron', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6);

-- How far a chain is watched, and why it is not watched on.
create table chain_watch (
  chain text primary key references chain,
  -- The last block that was read, and the newest one and the last final one that the node named then.
  height bigint check (height >= 0),
  head bigint,
  finalized bigint,
  -- Null while it goes on; else why it is paused, and what the node said.
  paused text check (paused <> ''),
  detail text,
  -- Since when it is paused, or goes on.
  since timestamptz not null,
  -- Of the last turn that reached the node.
  reached_at timestamptz
);

-- Blocks that were read, to find where a re-organisation begins; old ones are deleted.
create table chain_block (
  chain text not null references chain,
  height bigint not null check (height >= 0),
  hash text not null check (hash <> ''),
  parent text not null,
  primary key (chain, height)
);
