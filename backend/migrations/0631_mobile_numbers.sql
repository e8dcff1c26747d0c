-- Steps over stored data that SQL cannot do by itself; the row commits together with the effect.
create table data_step (
  name text primary key,
  at timestamptz not null
);

-- A number that an older account has too: both stored it in different spellings. Its account signs in by it as before,
-- and is asked for another number.
alter table user_account add column shared_mobile text;
create index user_account_shared_mobile on user_account (shared_mobile) where shared_mobile is not null;
alter table user_account drop constraint user_account_check;
alter table user_account add constraint user_account_contact
  check (email is not null or mobile is not null or shared_mobile is not null);
