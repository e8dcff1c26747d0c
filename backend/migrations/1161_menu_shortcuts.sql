-- Shortcuts of the home page, as a user arranged them. Without a row: the menu's own order.
create table menu_shortcut (
  user_id bigint primary key references user_account,
  keys text[] not null
);
