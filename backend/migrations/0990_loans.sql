-- Loans against collateral: their terms as data, applications, loans, and what happened to each.

-- Versions of the terms; the latest holds for applications made from then on. What was applied for keeps its own.
create table loan_terms (
  version integer primary key,
  -- USDT.
  min_amount amount not null check (min_amount > 0),
  max_amount amount not null check (max_amount >= min_amount),
  min_days smallint not null check (min_days >= 1),
  max_days smallint not null check (max_days between min_days and 366),
  -- Worth of the collateral / debt.
  initial_ratio amount not null check (initial_ratio > liquidation_ratio),
  -- Highest first.
  warning_ratios numeric[] not null,
  liquidation_ratio amount not null check (liquidation_ratio > 1),
  -- Of the principal, for each whole day overdue; a ratio.
  overdue_rate amount not null check (overdue_rate >= 0 and overdue_rate < 1),
  -- Of what a liquidation sells; a ratio.
  liquidation_fee amount not null check (liquidation_fee >= 0 and liquidation_fee < 0.1),
  -- The least part that is repaid, USDT.
  min_repayment amount not null check (min_repayment > 0),
  -- Interest a day of market makers whose VIP level opens no loan; a ratio.
  maker_day_rate amount not null check (maker_day_rate >= 0 and maker_day_rate <= 0.01),
  at timestamptz not null,
  -- Null for the first.
  staff_id bigint references staff_member
);
insert into loan_terms values
  (1, 500000, 10000000, 7, 365, 2, '{1.5,1.3,1.2}', 1.1, 0.005, 0.01, 100, 0.0002, now(), null);

-- Users that staff marked as market makers: they may borrow at any VIP level.
create table market_maker (
  user_id bigint primary key references user_account,
  staff_id bigint not null references staff_member,
  reason text not null,
  at timestamptz not null
);

create table loan_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  terms_version integer not null references loan_terms,
  -- USDT.
  money amount not null check (money > 0),
  -- What is locked in the user's account `collateral` until the application is decided; of a loan, `loan` has it.
  currency text not null,
  collateral amount not null check (collateral >= 0),
  days smallint not null check (days > 0),
  schedule text not null check (schedule in ('monthly', 'end')),
  -- A ratio.
  day_rate amount not null check (day_rate >= 0),
  vip_level smallint not null,
  market_maker boolean not null,
  contact text not null,
  -- Names of uploads; null once they were given up.
  front_pic text,
  reverse_pic text,
  fangchan_pic text,
  fangchan_pic1 text,
  qiche_pic text,
  qiche_pic1 text,
  status text not null default 'under_review' check (status in ('under_review', 'approved', 'rejected', 'cancelled')),
  reason text,
  reviewer_id bigint references staff_member,
  first_reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz
);
create unique index loan_application_open on loan_application (user_id) where status = 'under_review';
create index loan_application_user on loan_application (user_id, id desc);

create table loan (
  id bigint primary key references loan_application,
  user_id bigint not null references user_account,
  terms_version integer not null references loan_terms,
  currency text not null,
  collateral amount not null check (collateral >= 0),
  -- USDT. Interest and penalty are exact: only what is paid is rounded.
  principal amount not null check (principal >= 0),
  interest amount not null check (interest >= 0),
  penalty amount not null default 0 check (penalty >= 0),
  paid_principal amount not null default 0,
  paid_interest amount not null default 0,
  paid_penalty amount not null default 0,
  day_rate amount not null,
  overdue_rate amount not null,
  schedule text not null,
  paid_at timestamptz not null,
  due_at timestamptz not null,
  -- Days whose interest, and whole days overdue whose penalty was counted.
  interest_days integer not null,
  penalty_days integer not null default 0,
  -- When the next day begins to cost; null while none does.
  next_at timestamptz,
  -- When the next interest is settled; null where that is at the end.
  instalment_at timestamptz,
  -- When it is looked at next whether interest or the loan can be collected.
  collect_at timestamptz,
  -- When the borrower is reminded of the due time; null once that was done.
  remind_at timestamptz,
  -- Warnings that were given since the ratio was above all of them.
  warned smallint not null default 0,
  -- Ratio of the next warning, or of the liquidation, and the price of the collateral at which it is reached.
  watch_ratio amount not null,
  watch_price amount,
  -- The price at which the last warning can come again; null without one.
  rearm_ratio amount,
  rearm_price amount,
  -- Prices before this time do not judge it: the borrower has changed the loan since.
  judged_from timestamptz not null,
  state text not null default 'running' check (state in ('running', 'overdue', 'repaid', 'liquidated')),
  -- It was not repaid at its due time.
  late boolean not null default false,
  ended_at timestamptz,
  check ((state in ('running', 'overdue')) = (ended_at is null))
);
create unique index loan_open on loan (user_id) where state in ('running', 'overdue');
create index loan_next on loan (next_at) where next_at is not null;
create index loan_collect on loan (collect_at) where collect_at is not null;
create index loan_remind on loan (remind_at) where remind_at is not null;
create index loan_watch_price on loan (currency, watch_price) where watch_price is not null;
create index loan_rearm_price on loan (currency, rearm_price) where rearm_price is not null;

-- What happened to a loan, for its history and for the references of its journals.
create table loan_event (
  id bigint generated always as identity primary key,
  application_id bigint not null references loan_application,
  kind text not null check (kind in ('paid_out', 'interest', 'interest_unpaid', 'repayment', 'collateral_added', 'warning',
                                     'overdue', 'repaid', 'liquidated')),
  at timestamptz not null,
  -- USDT; of added collateral in its currency, of a warning the ratio.
  amount amount not null,
  -- Of the collateral, where one was judged.
  price amount
);
create index loan_event_application on loan_event (application_id, id);

-- Up to when the prices of a collateral were judged, and why they are not judged now.
create table loan_watch (
  currency text primary key,
  judged_until timestamptz not null,
  paused text check (paused in ('stale_price', 'market_halted', 'market_closed')),
  paused_at timestamptz
);
