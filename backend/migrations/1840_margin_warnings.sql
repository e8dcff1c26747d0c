-- Users who were told that something of theirs is near its liquidation, until it is safe again or gone.
create table margin_warning (
  user_id bigint not null references user_account,
  -- `position:<id>` of an isolated position, `cross:<currency>` of all cross positions that settle in a currency.
  subject text not null,
  warned_at timestamptz not null,
  primary key (user_id, subject)
);
