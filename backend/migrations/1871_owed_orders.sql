-- What is owed is looked for every 20 s.
create index quick_buy_order_owed on quick_buy_order (id) where owed > 0;
