-- Blind boxes: series with their commitment and sealed seed, what they hold, the boxes that were bought, and rounds of
-- public randomness.

create table nft_series (
  id bigint generated always as identity primary key,
  -- The work that is shown for a closed box, and the sale of its boxes.
  work_id bigint not null unique references nft_work,
  sale_id bigint not null unique references nft_sale,
  -- What was published before the sale: canonical JSON, and its hash.
  terms text not null,
  commitment text not null unique check (commitment ~ '^[0-9a-f]{64}$'),
  -- 32 bytes under the key that seals. In plain only once every box is decided.
  seed_sealed bytea not null,
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  -- The network whose rounds decide; null without public randomness.
  chain_hash text check (chain_hash ~ '^[0-9a-f]{64}$'),
  silence_days integer not null check (silence_days between 0 and 365),
  -- `revealed`: the seed is public, and what boxes hold that nobody opened is written down and paid for.
  state text not null default 'open' check (state in ('open', 'revealed', 'cancelled')),
  -- Receipt and time of the last box; the next one is hashed onto it and is not earlier.
  last_receipt text not null check (last_receipt ~ '^[0-9a-f]{64}$'),
  last_paid_at timestamptz not null,
  demonstration text unique,
  closed_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'open') = (seed is null)),
  check ((state = 'open') = (closed_at is null)),
  check ((chain_hash is null) = (silence_days = 0))
);
create index nft_series_open on nft_series (id) where state = 'open';

-- The inventory, in the order in which it is counted off.
create table nft_prize (
  series_id bigint not null references nft_series,
  place integer not null check (place >= 0),
  work_id bigint not null references nft_work,
  count integer not null check (count > 0),
  primary key (series_id, place),
  unique (series_id, work_id)
);
create index nft_prize_of_work on nft_prize (work_id);

create table nft_box (
  series_id bigint not null references nft_series,
  -- The sequence number, from 1 without gaps: assigned before the buyer's seed is read.
  number integer not null check (number > 0),
  -- The closed box as it is owned.
  item_id bigint not null unique references nft_item,
  -- Who bought it.
  user_id bigint not null references user_account,
  order_id bigint not null unique references nft_order,
  price amount not null check (price > 0),
  -- What the price was worth then, USDT.
  worth amount not null,
  buyer_seed text not null check (buyer_seed ~ '^[\x21-\x7e]([\x20-\x7e]{0,62}[\x21-\x7e])?$'),
  paid_at timestamptz not null,
  -- The round that decides; null without public randomness.
  round bigint check (round > 0),
  receipt text not null check (receipt ~ '^[0-9a-f]{64}$'),
  state text not null default 'closed' check (state in ('closed', 'opened', 'refunded')),
  -- The price was passed on to the seller. Until then it stands in the buyer's account of the marketplace.
  settled_at timestamptz,
  -- What it held: written once it is opened, or the seed is revealed.
  drawn_work_id bigint references nft_work,
  drawn_item_id bigint unique references nft_item,
  opened_at timestamptz,
  primary key (series_id, number),
  check ((state = 'opened') = (opened_at is not null)),
  check ((state = 'opened') = (drawn_item_id is not null)),
  check (state <> 'opened' or (drawn_work_id is not null and settled_at is not null)),
  check (state <> 'refunded' or (drawn_work_id is null and settled_at is null))
);
create index nft_box_of_user on nft_box (user_id, paid_at desc, series_id, number desc);
create index nft_box_waiting on nft_box (series_id, round) where state = 'closed' and round is not null;
create index nft_box_unsettled on nft_box (series_id, number) where settled_at is null and state = 'closed';

-- Rounds of public randomness, each verified before it is stored.
create table nft_round (
  chain_hash text not null check (chain_hash ~ '^[0-9a-f]{64}$'),
  round bigint not null check (round > 0),
  signature text not null check (signature ~ '^[0-9a-f]{96}$'),
  at timestamptz not null,
  primary key (chain_hash, round)
);

-- The sale of the box out of which an item came: it was never in a sale of its own.
alter table nft_item add column box_sale_id bigint references nft_sale;
