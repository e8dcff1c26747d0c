-- Lists of their own among the instruments that a user follows, in the user's order.
create table watchlist_group (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  name text not null check (char_length(name) between 1 and 20),
  -- In the order of the list; all of them are on the watchlist.
  symbols text[] not null default '{}',
  position bigint generated always as identity
);
create unique index watchlist_group_name on watchlist_group (user_id, lower(name));
