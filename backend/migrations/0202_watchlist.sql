-- The instruments that a user keeps an eye on, in the order of their adding.
create table watchlist_item (
  user_id bigint not null references user_account,
  symbol text not null,
  position bigint generated always as identity,
  primary key (user_id, symbol)
);
