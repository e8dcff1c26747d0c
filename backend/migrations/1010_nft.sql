-- NFT marketplace: artists, collections, works, items (what users own), sales, orders, bids, and what happened to an item.

create table nft_artist (
  id integer generated always as identity primary key,
  -- As seeds and addresses name the artist.
  code text not null unique check (code ~ '^[a-z0-9-]{2,40}$'),
  -- Null: an artist of the house, whose proceeds are the house's.
  user_id bigint unique references user_account,
  name text not null check (length(name) between 1 and 60),
  -- By language.
  biographies jsonb not null,
  -- Paths of this origin.
  avatar text,
  cover text,
  -- Kept with the rows of `nft_follow` and with each sale.
  followers integer not null default 0 check (followers >= 0),
  -- USDT, of all sales of the artist's works.
  volume amount not null default 0 check (volume >= 0),
  shown boolean not null default true,
  created_at timestamptz not null
);

create table nft_collection (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9-]{2,40}$'),
  artist_id integer references nft_artist,
  -- By language.
  names jsonb not null,
  descriptions jsonb not null,
  cover text,
  created_at timestamptz not null
);

create table nft_work (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{4,48}$'),
  artist_id integer not null references nft_artist,
  collection_id integer references nft_collection,
  type text not null check (type in ('image', 'gif', 'audio', 'video')),
  -- By language.
  names jsonb not null,
  descriptions jsonb not null,
  -- `[{ "name": by language, "value": by language }]`
  properties jsonb not null,
  rarity text not null check (rarity in ('common', 'rare', 'epic', 'legendary')),
  -- As the contract's `media`: paths of pictures by width, placeholder, sound or film, waveform.
  media jsonb not null,
  -- Of each resale, to the artist; basis points, never changed.
  royalty_bp integer not null check (royalty_bp between 0 and 1000),
  -- How many items there can be.
  editions integer not null check (editions between 1 and 10000),
  -- What is bought is a closed box.
  blind_box boolean not null default false,
  -- Lower-case names of the work, its artist and its collection, and each pair of letters next to each other in it.
  search text not null,
  grams text[] not null,
  -- False until it may be seen, such as while it is reviewed.
  shown boolean not null default true,
  created_at timestamptz not null
);
create index nft_work_of_artist on nft_work (artist_id, id desc);
create index nft_work_of_collection on nft_work (collection_id, id desc);
create index nft_work_grams on nft_work using gin (grams);

-- One copy of a work.
create table nft_item (
  id bigint generated always as identity primary key,
  work_id bigint not null references nft_work,
  edition integer not null check (edition > 0),
  -- The work's own code where the work has one edition.
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{4,64}$'),
  -- Null while it was not sold yet.
  owner_id bigint references user_account,
  -- The sale in which it stands. An item in a sale cannot be withdrawn, nor sold again.
  sale_id bigint,
  acquired_at timestamptz,
  -- Of a closed box: when it was opened.
  opened_at timestamptz,
  -- It left the marketplace for a wallet.
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  unique (work_id, edition)
);
create index nft_item_of_owner on nft_item (owner_id, acquired_at desc, id desc) where owner_id is not null;

create table nft_sale (
  id bigint generated always as identity primary key,
  work_id bigint not null references nft_work,
  -- Null: any of the work's editions that are left.
  item_id bigint references nft_item,
  -- Of the item, else of the work: what the sale is listed under.
  code text not null,
  -- The last sale under its code.
  latest boolean not null default true,
  sale_type text not null check (sale_type in ('normal', 'auction', 'blind_box')),
  -- By an owner; else by the artist.
  resale boolean not null,
  -- Null: an artist of the house.
  seller_id bigint references user_account,
  currency text not null,
  scale smallint not null check (scale between 0 and 18),
  -- Of one item; of an auction the lowest first bid.
  price amount not null check (price > 0),
  stock integer not null check (stock > 0),
  sold integer not null default 0 check (sold between 0 and stock),
  deposit amount check (deposit > 0),
  increment amount check (increment > 0),
  -- What is asked now: the highest bid, else the price; and what that is worth, USDT.
  ask amount not null check (ask > 0),
  worth amount not null check (worth >= 0),
  top_bid_id bigint,
  top_bidder_id bigint references user_account,
  bids integer not null default 0,
  start_at timestamptz not null,
  end_at timestamptz check (end_at > start_at),
  -- `open` until it is closed, though it has not begun or is over by its times; `owed` and `offered`: the winner, then the
  -- second highest bidder, may pay.
  state text not null default 'open' check (state in ('open', 'owed', 'offered', 'sold', 'unsold', 'cancelled')),
  -- Terms of the sale, basis points: what the house takes, what the artist gets, the seller's part of a kept deposit.
  fee_bp integer not null check (fee_bp between 0 and 2000),
  royalty_bp integer not null check (royalty_bp between 0 and 1000),
  forfeit_bp integer not null check (forfeit_bp between 0 and 10000),
  -- Of a demonstration: what rolls it.
  demonstration text unique,
  closed_at timestamptz,
  created_at timestamptz not null,
  check ((sale_type = 'auction') = (deposit is not null)),
  check ((deposit is null) = (increment is null)),
  check (sale_type <> 'auction' or (stock = 1 and end_at is not null)),
  check (not resale or (item_id is not null and seller_id is not null)),
  check ((top_bid_id is null) = (top_bidder_id is null))
);
alter table nft_item add foreign key (sale_id) references nft_sale;
create unique index nft_sale_latest on nft_sale (code) where latest;
-- An item stands in one sale at most.
create unique index nft_sale_of_item on nft_sale (item_id) where state in ('open', 'owed', 'offered');
create index nft_sale_newest on nft_sale (id desc) where latest;
create index nft_sale_worth on nft_sale (worth, id) where latest;
create index nft_sale_end on nft_sale (end_at, id) where latest and state = 'open';
create index nft_sale_of_work on nft_sale (work_id, id desc);
create index nft_sale_of_seller on nft_sale (seller_id, id desc);
create index nft_sale_due on nft_sale (end_at) where state = 'open';

create table nft_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  sale_id bigint not null references nft_sale,
  work_id bigint not null references nft_work,
  item_id bigint references nft_item,
  kind text not null check (kind in ('purchase', 'deposit', 'auction')),
  -- Of the item; of a deposit the deposit.
  price amount not null check (price > 0),
  paid amount not null check (paid >= 0),
  due amount not null check (due >= 0),
  currency text not null,
  scale smallint not null,
  -- `applied`: a deposit that is part of the price.
  status text not null check (status in ('to_pay', 'paid', 'expired', 'refunded', 'forfeited', 'applied')),
  -- Of an auction: 1 the winner, 2 the second highest bidder.
  place smallint check (place in (1, 2)),
  pay_until timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((kind = 'auction') = (place is not null)),
  check ((kind = 'auction') = (pay_until is not null)),
  check ((status = 'to_pay') = (due > 0 and settled_at is null))
);
create unique index nft_order_deposit on nft_order (sale_id, user_id) where kind = 'deposit';
create unique index nft_order_place on nft_order (sale_id, place) where kind = 'auction';
create index nft_order_of_user on nft_order (user_id, id desc);
create index nft_order_of_sale on nft_order (sale_id, id);
create index nft_order_due on nft_order (pay_until) where status = 'to_pay';
create index nft_order_held on nft_order (sale_id, id) where kind = 'deposit' and status = 'paid';

create table nft_bid (
  id bigint generated always as identity primary key,
  sale_id bigint not null references nft_sale,
  user_id bigint not null references user_account,
  -- The whole bid.
  price amount not null check (price > 0),
  at timestamptz not null
);
create index nft_bid_of_sale on nft_bid (sale_id, id desc);
create index nft_bid_of_user on nft_bid (user_id, id desc);

create table nft_favourite (
  user_id bigint not null references user_account,
  work_id bigint not null references nft_work,
  at timestamptz not null,
  primary key (user_id, work_id)
);
create index nft_favourite_newest on nft_favourite (user_id, at desc, work_id desc);

create table nft_follow (
  user_id bigint not null references user_account,
  artist_id integer not null references nft_artist,
  at timestamptz not null,
  primary key (user_id, artist_id)
);

-- What happened to an item, never changed.
create table nft_provenance (
  id bigint generated always as identity primary key,
  item_id bigint not null references nft_item,
  work_id bigint not null references nft_work,
  kind text not null check (kind in ('created', 'sale', 'auction', 'box', 'opened', 'withdrawn')),
  -- Null: the artist; or a wallet, of what was withdrawn.
  from_id bigint references user_account,
  to_id bigint references user_account,
  order_id bigint references nft_order,
  price amount,
  currency text,
  -- What the price was worth then, USDT.
  worth amount,
  -- Of what was withdrawn: the transaction on the chain.
  reference text,
  at timestamptz not null,
  check ((price is null) = (currency is null))
);
create index nft_provenance_of_item on nft_provenance (item_id, id desc);
create index nft_provenance_of_work on nft_provenance (work_id, id desc);

-- What users are told about their orders and sales.
create table nft_message (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  sale_id bigint not null references nft_sale,
  order_id bigint references nft_order,
  kind text not null check (kind in ('bought', 'outbid', 'won', 'lost', 'deposit_returned', 'forfeited', 'offered',
    'offer_expired', 'paid', 'sold', 'unsold', 'unpaid', 'royalty')),
  amount amount,
  at timestamptz not null,
  read_at timestamptz
);
create index nft_message_of_user on nft_message (user_id, id desc);
create index nft_message_unread on nft_message (user_id, order_id) where read_at is null;
