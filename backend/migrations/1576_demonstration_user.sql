-- The user of a demonstration: its password is published, and its coins were never paid in. Whatever its address is by now.
alter table user_account add column demonstration boolean not null default false;
update user_account u set demonstration = true
  from journal j
 where j.ref like 'demo-user:%' and j.kind = 'reward' and j.ref = 'demo-user:' || u.id || ':grant';
create index user_account_demonstration on user_account (id) where demonstration;
