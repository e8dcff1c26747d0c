-- Where the prices of this database come from, for good: 'simulated' or 'live'. Before there were live prices they were
-- simulated; where nobody traded, the next start decides.
insert into setting (keyword, value)
select 'market_source', 'simulated'
where exists (select from spot_order)
on conflict do nothing;
