-- All users of a sale pay one price: that of its allocation. A payment in another currency is sold for USDT at once.

-- USDT a token, once it is allotted; null before, and for sales that were allotted at the prices of their subscriptions.
alter table launch_project add column final_price amount check (final_price > 0);
-- What was sold for the payment, where that was not USDT.
alter table launch_order add column sold_currency text;
alter table launch_order add column sold amount check (sold > 0);
alter table launch_order add check ((sold_currency is null) = (sold is null));
-- At a higher price than was paid for, less than the last digit of a token may be left.
alter table launch_share drop constraint launch_share_committed_check;
alter table launch_share add constraint launch_share_committed_check check (committed >= 0);
