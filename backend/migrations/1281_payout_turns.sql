-- When it was tried last: orders that wait for something do not keep those after them from their turn.
alter table chain_payout add column tried_at timestamptz;
