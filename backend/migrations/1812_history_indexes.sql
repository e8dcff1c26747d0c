-- Lists read the newest rows of a user, and what is open of them, however long the history is.
create index session_newest_of_user on session (user_id, id desc);
create index user_account_invited_newest on user_account (invited_by, created_at desc, id desc) where invited_by is not null;
drop index user_account_invited_by;
create index invest_order_open_of_user on invest_order (user_id, id desc) where status in ('purchased', 'settling');
create index mining_order_open_of_user on mining_order (user_id, id desc) where status = 'in_progress';
create index option_order_open_of_user on option_order (user_id, id desc) where status = 'open';
create index copy_trade_open_of_user on copy_trade (user_id, id desc) where status in ('planned', 'submitted', 'open');
create index copy_trade_ended_of_user on copy_trade (user_id, id desc) where status in ('closed', 'self_held');
create index copy_trade_skipped_of_user on copy_trade (user_id, id desc) where status = 'skipped';
create index nft_sale_resold on nft_sale (seller_id, closed_at desc, id desc) where resale and state = 'sold';
-- A follow that copied something.
create index copy_trade_carried on copy_trade (follow_id) where peak_margin > 0;
-- What the house promises: each sale of a product asks for it.
create index invest_order_open_interest on invest_order (currency) include (section, amount, annual_rate, days, product_id)
  where section in ('fixed', 'demand') and status in ('purchased', 'settling');
-- Who else has an address to be paid at.
create index payee_address_same on payee_address (address);
