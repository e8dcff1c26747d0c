-- Orders of plans that the market took before their end and answered after it are looked for.
create index trading_plan_ended on trading_plan (ended_at) where status = 'ended';
