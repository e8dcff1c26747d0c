-- The user of a demonstration: its password is published, and its coins were never paid in. Whatever its address is by now.
-- Looked up by the few entries of the account that granted them, before the table is locked: the journal may be large.
create temporary table granted on commit drop as
  select distinct substring(j.ref from '^demo-user:([0-9]+):grant$')::bigint as id
    from ledger_account a
    join ledger_entry e on e.account_id = a.id
    join journal j on j.id = e.journal_id
   where a.owner_kind = 'house' and a.name = 'grants' and j.kind = 'reward';
alter table user_account add column demonstration boolean not null default false;
update user_account set demonstration = true where id in (select id from granted);
create index user_account_demonstration on user_account (id) where demonstration;
