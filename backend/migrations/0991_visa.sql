-- Applications for visa cards, which staff review.
create table visa_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  nation text not null,
  address text not null,
  phone text not null,
  -- What all accounts had available, USDT, when it was applied for.
  total amount not null,
  -- Names of uploads; null once they were given up.
  front_pic text,
  reverse_pic text,
  status text not null default 'under_review' check (status in ('under_review', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz
);
create unique index visa_application_open on visa_application (user_id) where status in ('under_review', 'approved');
create index visa_application_user on visa_application (user_id, id desc);
