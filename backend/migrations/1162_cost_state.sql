-- What the ledger came to, up to an entry: average cost and profit of each currency that a user has held. It follows
-- from the ledger, and is made anew where it does not fit the balances.
create table cost_state (
  user_id bigint primary key references user_account,
  -- Entries up to it are counted.
  entry_id bigint not null,
  -- By currency: amount, cost, realised; decimals as text.
  positions jsonb not null
);
