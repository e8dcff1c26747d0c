-- Coupons: what the house gives to users under stated conditions. The most that a coupon can pay is set aside when it is
-- issued, so that the account it comes from cannot promise more than it has.

create table coupon_campaign (
  id integer generated always as identity primary key,
  -- Names the campaign among staff.
  name text not null unique check (name ~ '^[a-z0-9-]{2,40}$'),
  kind text not null check (kind in ('fee_discount', 'extra_yield', 'cash')),
  titles jsonb not null,
  -- Of the fees that come back, or of the yield that comes on top; cash has none.
  rate amount check (rate > 0 and rate <= 1),
  currency text not null references currency (code),
  -- The most that one coupon pays; of cash, what it pays.
  amount amount not null check (amount > 0),
  -- Volume after which cash is paid, USDT.
  volume amount check (volume > 0),
  -- Verification level of those who may take one.
  min_level smallint not null check (min_level between 0 and 2),
  valid_days integer not null check (valid_days between 1 and 366),
  -- Coupons in all.
  supply integer not null check (supply >= 0),
  issued integer not null default 0 check (issued >= 0 and issued <= supply),
  -- Users take one by themselves; otherwise staff issue them.
  open boolean not null,
  demonstration boolean not null default false,
  ends_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'cash') = (volume is not null)),
  check ((kind = 'cash') = (rate is null))
);

create table coupon (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  campaign_id integer not null references coupon_campaign,
  status text not null default 'available' check (status in ('available', 'active', 'used', 'expired')),
  -- As they were when it was issued.
  kind text not null,
  rate amount,
  currency text not null,
  amount amount not null,
  volume amount,
  paid amount not null default 0 check (paid >= 0 and paid <= amount),
  -- Volume so far, USDT.
  traded amount not null default 0,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  activated_at timestamptz,
  ended_at timestamptz,
  unique (user_id, campaign_id)
);
create index coupon_open on coupon (expires_at) where status in ('available', 'active');
-- One of a kind at a time: discounts do not add up.
create unique index coupon_active on coupon (user_id, kind) where status = 'active';

-- What a coupon paid, and for what: the user finds each in the account records.
create table coupon_payment (
  coupon_id bigint not null references coupon,
  until timestamptz not null,
  -- Fees or yield of the time, or the volume that cash was paid for; in the coupon's currency, of volume in USDT.
  basis amount not null,
  amount amount not null check (amount > 0),
  primary key (coupon_id, until)
);

-- Up to where fees, yields and volumes are counted.
create table coupon_progress (
  one boolean primary key default true check (one),
  counted_until timestamptz not null
);
