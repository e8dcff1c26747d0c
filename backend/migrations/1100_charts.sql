-- What users keep for their charts: drawings by symbol, and periods and colours of indicators. Lines of text whose form
-- the contract fixes; the caps keep a user to a few hundred kilobytes.

create table chart_drawing (
  user_id bigint not null references user_account,
  symbol text not null,
  lines text[] not null check (cardinality(lines) <= 40 and octet_length(array_to_string(lines, '')) <= 6400),
  updated_at timestamptz not null,
  primary key (user_id, symbol)
);

create table chart_indicator (
  user_id bigint primary key references user_account,
  lines text[] not null check (cardinality(lines) <= 16 and octet_length(array_to_string(lines, '')) <= 640)
);
