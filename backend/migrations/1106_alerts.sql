-- What users want to be told of prices.

create table price_alert (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  symbol text not null,
  kind text not null check (kind in ('price', 'change')),
  direction text not null check (direction in ('above', 'below')),
  -- In the quote currency, or a change over 24 hours in percent.
  level amount not null,
  repeats boolean not null,
  -- At least so long between two messages of one that repeats.
  pause_minutes int not null check (pause_minutes between 1 and 1440),
  -- `done`: it has told what it was to tell once.
  status text not null check (status in ('active', 'done')),
  -- Whether the price was on the other side since it was set, or last told.
  armed boolean not null,
  created_at timestamptz not null,
  -- Ticks from here on count.
  since timestamptz not null,
  told_at timestamptz,
  told_level amount,
  check (kind <> 'price' or level > 0)
);
create index price_alert_of_user on price_alert (user_id, id desc);
create index price_alert_active on price_alert (symbol) where status = 'active';
