-- Each day's proof of funds: a Merkle sum tree over what users own, by currency.
create table funds_publication (
  day date primary key,
  at timestamptz not null,
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  digest text not null unique check (digest ~ '^[0-9a-f]{64}$'),
  roots jsonb not null,
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  signature text not null,
  -- Salts of the leaves are derived from it.
  secret bytea not null check (length(secret) = 32)
);
create trigger funds_publication_append_only before update or delete on funds_publication
  for each row execute function refuse_change();

-- The nodes of a tree, 48 bytes each, leaves first. Not compressed, so that a branch reads its slices only.
create table funds_tree (
  day date not null references funds_publication,
  currency text not null,
  leaves int not null check (leaves > 0),
  nodes bytea not null,
  primary key (day, currency)
);
alter table funds_tree alter column nodes set storage external;

-- Where a user's leaf stands in it.
create table funds_leaf (
  day date not null references funds_publication,
  user_id bigint not null references user_account,
  currency text not null,
  position int not null check (position >= 0),
  primary key (day, user_id, currency)
);
