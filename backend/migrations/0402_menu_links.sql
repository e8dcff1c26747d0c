-- The market screen reads its list from `tab`; the first seed wrote `category`, which opened Crypto instead.
update content_item set link = replace(link, '?category=', '?tab=') where kind = 'menu';
