-- Of each bid, what its bidder has deposited; basis points. 0 of sales that began under the former rule: the deposit stays
-- the same, and the second highest bidder is offered the work whatever they bid.
alter table nft_sale add column deposit_bp integer not null default 0 check (deposit_bp between 0 and 10000);

-- Won auctions that a user did not pay.
create index nft_order_forfeited on nft_order (user_id, settled_at) where status = 'forfeited';
