-- What was staked before the last tenth of the time for guesses: until it is over no more is shown of a pool.
alter table quiz_pool add column shown amount not null default 0 check (shown >= 0 and shown <= staked);
update quiz_pool set shown = staked;
