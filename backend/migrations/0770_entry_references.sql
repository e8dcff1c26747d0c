-- The references of a statement's entries are checked together, not entry by entry: two foreign keys were a third of
-- what a posting cost, and locked each house account's row once for every entry.

-- What entries refer to stays: journals are append-only already, accounts change their balance only.
create trigger ledger_account_kept before delete on ledger_account
  for each row execute function refuse_change();
create trigger ledger_account_id_kept before update of id on ledger_account
  for each row execute function refuse_change();
create trigger ledger_account_not_truncated before truncate on ledger_account
  for each statement execute function refuse_change();

-- Checked at the end of every INSERT of entries; no statement can put it off. Nothing that is found can go away
-- afterwards, so no row is locked.
create or replace function check_journals_balanced() returns trigger language plpgsql as $$
declare
  v_entry record;
begin
  -- One lookup by index each, whatever the planner believes of the tables.
  select e.journal_id, e.account_id into v_entry
    from new_entry e
   where (select j.id from journal j where j.id = e.journal_id) is null
      or (select a.id from ledger_account a where a.id = e.account_id) is null
   limit 1;
  if found then
    raise exception 'no journal % or no account %', v_entry.journal_id, v_entry.account_id
      using errcode = 'foreign_key_violation', table = 'ledger_entry';
  end if;
  select journal_id into v_entry
    from new_entry group by journal_id, currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'journal % does not sum to zero', v_entry.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table ledger_entry
  drop constraint ledger_entry_journal_id_fkey,
  drop constraint ledger_entry_account_id_fkey;
