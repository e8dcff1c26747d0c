-- Metadata of works by the hash of its bytes, and works that leave for a wallet.

create table nft_metadata (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  work_id bigint not null references nft_work,
  -- Canonical JSON, in UTF-8 the bytes that are hashed.
  body text not null,
  created_at timestamptz not null
);
create index nft_metadata_of_work on nft_metadata (work_id, created_at desc);

-- The next nonce of a signer on a chain. Taken in the transaction that stores what was signed with it.
create table nft_chain_nonce (
  chain_id bigint not null check (chain_id > 0),
  signer text not null,
  next bigint not null check (next >= 0),
  primary key (chain_id, signer)
);

create table nft_withdrawal (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- Its id is the token's number.
  item_id bigint not null references nft_item,
  -- With its checksum.
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  chain_id bigint not null check (chain_id > 0),
  contract text not null check (contract ~ '^0x[0-9a-fA-F]{40}$'),
  uri text not null,
  royalty_bp integer not null check (royalty_bp between 0 and 1000),
  -- `sent`: signed and stored, whether or not it was sent yet.
  state text not null default 'requested' check (state in ('requested', 'sent', 'final', 'failed')),
  signer text,
  nonce bigint check (nonce >= 0),
  -- The block that holds it, while one does.
  block_number bigint,
  confirmations integer not null default 0 check (confirmations >= 0),
  tx_hash text,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'requested') = (nonce is null)),
  check ((nonce is null) = (signer is null)),
  check ((finished_at is not null) = (state in ('final', 'failed')))
);
-- An item leaves once.
create unique index nft_withdrawal_of_item on nft_withdrawal (item_id) where state <> 'failed';
create unique index nft_withdrawal_nonce on nft_withdrawal (chain_id, signer, nonce) where nonce is not null;
create index nft_withdrawal_of_user on nft_withdrawal (user_id, id desc);
create index nft_withdrawal_open on nft_withdrawal (id) where state in ('requested', 'sent');

-- Every transaction that was ever signed for a withdrawal: a later one of the same nonce pays more.
create table nft_mint (
  tx_hash text primary key check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  withdrawal_id bigint not null references nft_withdrawal,
  nonce bigint not null,
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  -- Most that it pays for a unit of gas, wei.
  max_fee numeric(38, 0) not null check (max_fee > 0),
  signed_at timestamptz not null
);
create index nft_mint_of_withdrawal on nft_mint (withdrawal_id, signed_at);
