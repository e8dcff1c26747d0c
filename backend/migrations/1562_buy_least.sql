-- The least coins that a payment of all that was ordered brings, as the order states: where it would bring less, it goes back.
-- Orders of before state none.
alter table quick_buy_order add column least amount check (least > 0 and least <= receive);
-- What a payment that went back would have brought.
alter table quick_buy_order add column brings amount check (brings >= 0 and brings < least);
