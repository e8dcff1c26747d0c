-- What staff have found harmless of what trades carried: as much of each hour as they had before them. Later trades of the
-- same hour count.
create table value_excused (
  payer_id bigint not null references user_account,
  payee_id bigint not null references user_account,
  hour timestamptz not null,
  -- USDT.
  value amount not null check (value > 0),
  traded amount not null check (traded > 0),
  primary key (payer_id, payee_id, hour)
);
create index value_excused_to on value_excused (payee_id, hour);
create index value_excused_by_hour on value_excused (hour);

-- A dismissal excused all of its hour until now.
insert into value_excused (payer_id, payee_id, hour, value, traded)
select c.payer_id, c.payee_id, c.hour, c.value, c.traded
  from value_carried c
 where exists (select from market_flag f
                where f.status = 'rejected' and f.reviewed_at > c.hour
                  and f.subject in ('pair:' || c.payer_id || ':' || c.payee_id,
                                    'pair:' || c.payee_id || ':' || c.payer_id));

create view value_counted as
select c.payer_id, c.payee_id, c.hour, c.value - coalesce(e.value, 0) as value, c.traded - coalesce(e.traded, 0) as traded
  from value_carried c left join value_excused e using (payer_id, payee_id, hour);
