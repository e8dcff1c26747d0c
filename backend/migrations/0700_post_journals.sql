-- Many journals in one call, for writers that commit the work of many requests at once.

-- Every INSERT of entries sums to zero per journal and currency. So does every journal, however many statements wrote
-- it: a sum of zeros. Checked at the end of the statement; no statement can put it off.
create function check_journals_balanced() returns trigger language plpgsql as $$
declare
  v_journal bigint;
begin
  select journal_id into v_journal
    from new_entry group by journal_id, currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'journal % does not sum to zero', v_journal using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger journals_balanced after insert on ledger_entry
  referencing new table as new_entry for each statement execute function check_journals_balanced();
drop trigger journal_balanced on ledger_entry;
drop function check_journal_balanced();

-- Every posting updates balances in place: room on the page keeps the indexes as they are.
alter table ledger_account set (fillfactor = 70);

-- Kinds of journals that are income of the user and nothing else: none that returns what was the user's own before.
-- A migration that adds a kind adds its entries to `income_total`.
create function income_kinds() returns text[] immutable parallel safe language sql as
$$ select array['mining_interest', 'copy_share'] $$;

-- Income per account and day in UTC, kept by `post_journals`.
create table income_total (
  account_id bigint not null references ledger_account,
  day date not null,
  amount amount not null,
  primary key (account_id, day)
);

insert into income_total (account_id, day, amount)
select a.id, (j.at at time zone 'UTC')::date, sum(e.amount)
  from journal j
  join ledger_entry e on e.journal_id = j.id
  join ledger_account a on a.id = e.account_id and a.owner_kind = 'user'
 where j.kind = any(income_kinds())
 group by 1, 2;

-- Posts journals in the order given, all of them or none. Journals are the parallel arrays from `p_refs` to `p_ats`,
-- their entries those from `p_of`, which is the position of the entry's journal from 1. An entry without a user is of
-- the house. Answers the ids in the order of the journals; null where `ref` was posted before, or twice in this call.
--
-- Accounts come to be with their first entry. User accounts are locked once for all journals, in the order of their
-- ids, so that two calls never wait for each other in a circle. An entry's `balance` is the account's after it; within
-- one journal and account what comes in is booked before what goes out. A user's balance that would become negative
-- after any entry is rejected as `user_balance_not_negative`; the detail names the first journal and account, as JSON.
create function post_journals(
  p_refs text[], p_kinds text[], p_references text[], p_ats timestamptz[],
  p_of int[], p_users bigint[], p_names text[], p_parts text[], p_currencies text[], p_amounts amount[]
) returns bigint[] language plpgsql as $$
declare
  v_ids bigint[];
  v_accounts bigint[];
  v_balances numeric[];
  v_short record;
begin
  with posted as (
    insert into journal (ref, kind, reference, at)
      select j.ref, j.kind, j.reference, j.at
        from unnest(p_refs, p_kinds, p_references, p_ats) with ordinality as j (ref, kind, reference, at, n)
       order by j.n
      on conflict (ref) do nothing returning id, ref
  )
  select array_agg(p.id order by j.n) into v_ids
    from (select ref, n, row_number() over (partition by ref order by n) as nth
            from unnest(p_refs) with ordinality as r (ref, n)) j
    left join posted p on p.ref = j.ref and j.nth = 1;

  if array_position(v_ids, null) is not null then
    select array_agg(e.of), array_agg(e.user_id), array_agg(e.name), array_agg(e.part), array_agg(e.currency),
           array_agg(e.amount)
      into p_of, p_users, p_names, p_parts, p_currencies, p_amounts
      from unnest(p_of, p_users, p_names, p_parts, p_currencies, p_amounts)
             as e (of, user_id, name, part, currency, amount)
     where v_ids[e.of] is not null;
  end if;
  if coalesce(cardinality(p_of), 0) = 0 then
    return v_ids;
  end if;

  v_accounts := ledger_accounts_of(p_users, p_names, p_parts, p_currencies);
  if array_position(v_accounts, null) is not null then
    insert into ledger_account (owner_kind, user_id, name, part, currency)
      select distinct case when e.user_id is null then 'house' else 'user' end, e.user_id, e.name, e.part, e.currency
        from unnest(v_accounts, p_users, p_names, p_parts, p_currencies) as e (id, user_id, name, part, currency)
       where e.id is null
       order by 1, 2, 3, 4, 5
      on conflict do nothing;
    v_accounts := ledger_accounts_of(p_users, p_names, p_parts, p_currencies);
    if array_position(v_accounts, null) is not null then
      raise exception 'an account was created in the meantime' using errcode = 'serialization_failure';
    end if;
  end if;

  with held as materialized (
    select id, balance from ledger_account
     where id = any(v_accounts) and owner_kind = 'user' order by id for no key update
  )
  select array_agg(b.balance order by b.n) into v_balances
    from (select e.n, h.balance + sum(e.amount) over (partition by e.account order by e.of, e.amount desc, e.n) as balance
            from unnest(p_of, v_accounts, p_amounts) with ordinality as e (of, account, amount, n)
            left join held h on h.id = e.account) b;

  if 0 > any(v_balances) then
    select p_refs[e.of] as ref, e.user_id, e.name, e.part, e.currency into v_short
      from unnest(p_of, p_users, p_names, p_parts, p_currencies, v_accounts, p_amounts, v_balances)
             with ordinality as e (of, user_id, name, part, currency, account, amount, balance, n)
     where e.balance < 0 order by e.of, e.account, e.amount desc, e.n limit 1;
    raise exception 'a balance would become negative'
      using errcode = 'check_violation', table = 'ledger_account', constraint = 'user_balance_not_negative',
            detail = json_build_object('ref', v_short.ref, 'userId', v_short.user_id::text, 'name', v_short.name,
                                       'part', v_short.part, 'currency', v_short.currency);
  end if;

  update ledger_account a set balance = a.balance + moved.amount
    from (select e.account, sum(e.amount) as amount
            from unnest(v_accounts, p_amounts, v_balances) as e (account, amount, balance)
           where e.balance is not null group by e.account) moved
   where a.id = moved.account;

  insert into ledger_entry (journal_id, account_id, currency, amount, balance)
    select v_ids[e.of], e.account, e.currency, e.amount, e.balance
      from unnest(p_of, v_accounts, p_currencies, p_amounts, v_balances)
             with ordinality as e (of, account, currency, amount, balance, n)
     order by e.of, e.account, e.amount desc, e.n;

  if p_kinds && income_kinds() then
    insert into income_total as t (account_id, day, amount)
      select e.account, (p_ats[e.of] at time zone 'UTC')::date, sum(e.amount)
        from unnest(p_of, v_accounts, p_amounts, v_balances) as e (of, account, amount, balance)
       where e.balance is not null and p_kinds[e.of] = any(income_kinds())
       group by 1, 2 order by 1, 2
      on conflict (account_id, day) do update set amount = t.amount + excluded.amount;
  end if;
  return v_ids;
end $$;

-- Ids of accounts in the order given; null where there is none yet.
create function ledger_accounts_of(p_users bigint[], p_names text[], p_parts text[], p_currencies text[])
returns bigint[] stable language plpgsql as $$
begin
  return (
    select array_agg(
             -- One lookup by index each, whatever the planner believes of the table.
             case when e.user_id is null
               then (select a.id from ledger_account a
                      where a.owner_kind = 'house' and a.name = e.name and a.currency = e.currency and a.part = e.part)
               else (select a.id from ledger_account a
                      where a.owner_kind = 'user' and a.user_id = e.user_id and a.name = e.name
                        and a.currency = e.currency and a.part = e.part)
             end order by e.n)
      from unnest(p_users, p_names, p_parts, p_currencies) with ordinality as e (user_id, name, part, currency, n));
end $$;

-- One journal, as nodes of the former version post it during an upgrade.
create or replace function post_journal(
  p_ref text, p_kind text, p_reference text, p_at timestamptz, p_entries jsonb
) returns bigint language plpgsql as $$
declare
  v_entries record;
begin
  select array_agg(1) as of, array_agg(e."user") as users, array_agg(e.name) as names, array_agg(e.part) as parts,
         array_agg(e.currency) as currencies, array_agg(e.amount) as amounts,
         bool_and((e.owner = 'user') = (e."user" is not null)) as owned
    into v_entries
    from jsonb_to_recordset(p_entries)
           as e (owner text, "user" bigint, name text, part text, currency text, amount amount);
  if not v_entries.owned then
    raise exception 'an entry of a user names the user, one of the house none' using errcode = 'check_violation';
  end if;
  return (post_journals(array[p_ref], array[p_kind], array[p_reference], array[p_at], v_entries.of, v_entries.users,
                        v_entries.names, v_entries.parts, v_entries.currencies, v_entries.amounts))[1];
end $$;
