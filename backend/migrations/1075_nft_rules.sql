-- What messages, favourites and draws are looked up by.
create index nft_message_of_order on nft_message (order_id, user_id) where order_id is not null;
create index nft_message_unread_newest on nft_message (user_id, id) where read_at is null;
create index nft_box_drawn on nft_box (series_id, drawn_work_id) where state = 'opened';

-- What the boxes of a series up to a number have left of each work, in the order of the inventory. Sealed as the seed is:
-- who reads it knows no more than who opens the seed. A box is drawn from the nearest one before it.
create table nft_draw_checkpoint (
  series_id bigint not null references nft_series,
  number integer not null check (number > 0),
  sealed bytea not null,
  primary key (series_id, number)
);

-- The account of the artist was closed: what was sold stays, resales carry no royalty from then on.
alter table nft_artist add column closed_at timestamptz;
