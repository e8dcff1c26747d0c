-- What single members of the staff credited to users, by whatever call: one sum decides from where on two are needed.
create table staff_credit (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  user_id bigint not null references user_account,
  -- The queue's decision or the call.
  source text not null,
  -- USDT.
  value numeric not null check (value >= 0 and value < 'Infinity'),
  at timestamptz not null
);
create index staff_credit_user on staff_credit (user_id, at);
create index staff_credit_staff on staff_credit (staff_id, at);

-- Those of the last day count on; what came in another currency than USDT is not valued again.
insert into staff_credit (staff_id, user_id, source, value, at)
  select reviewer_id, user_id, 'deposit.approve', credited, reviewed_at from deposit_claim
   where status = 'approved' and first_reviewer_id is null and reviewer_id is not null and credited is not null
     and currency = 'USDT' and reviewed_at > now() - interval '1 day'
  union all
  select reviewer_id, user_id, 'quickbuy.approve', net + fee, reviewed_at from quick_buy_order
   where status = 'successful' and first_reviewer_id is null and reviewer_id is not null
     and reviewed_at > now() - interval '1 day';
