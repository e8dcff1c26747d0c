-- Short messages of a day by the country of the number and by what they are: each costs the house, and numbers of some
-- countries pay those who have them called. Without a number: nothing here says who was written to.
create table sms_sent (
  -- UTC.
  day date not null,
  country text not null,
  kind text not null check (kind in ('stranger', 'owner', 'notice')),
  sent int not null,
  primary key (day, country, kind)
);
