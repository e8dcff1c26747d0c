-- What users let go of to other users, by every way: one sum for the limit of a day, and who was paid before.
create table value_out (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- Null where it is not known who gets it: the bets of a pool, the buyer of a resale.
  payee_id bigint references user_account,
  call text not null,
  -- USDT, when it left.
  value amount not null check (value >= 0),
  -- By a second factor or a mailed code.
  approved boolean not null,
  at timestamptz not null
);
create index value_out_of_user on value_out (user_id, at);
create index value_out_to on value_out (user_id, payee_id, at) where payee_id is not null;

-- Payments of before count on, and so do their recipients.
insert into value_out (user_id, payee_id, call, value, approved, at)
select sender_id, recipient_id, 'POST /wallet/zhuanzhan', value, true, at from payment order by id;
