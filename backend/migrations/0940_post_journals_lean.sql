-- Postings at about half of their cost: ids of journals are taken first and not sought out afterwards, and each account is
-- read, locked and written once by one statement. What `post_journals` promises is as in 0700_post_journals.sql.

-- Checked at the end of every INSERT of entries; no statement can put it off. Nothing that is found can go away
-- afterwards, so no row is locked. Each journal and each account is looked up once, by index.
create or replace function check_journals_balanced() returns trigger language plpgsql as $$
declare
  v_entry record;
begin
  select g.journal_id, g.amount into v_entry
    from (select e.journal_id, e.currency, sum(e.amount) as amount from new_entry e group by e.journal_id, e.currency) g
   where g.amount <> 0 or (select j.id from journal j where j.id = g.journal_id) is null
   limit 1;
  if found then
    if v_entry.amount <> 0 then
      raise exception 'journal % does not sum to zero', v_entry.journal_id using errcode = 'check_violation';
    end if;
    raise exception 'no journal %', v_entry.journal_id using errcode = 'foreign_key_violation', table = 'ledger_entry';
  end if;
  select e.account_id into v_entry
    from (select distinct account_id from new_entry) e
   where (select a.id from ledger_account a where a.id = e.account_id) is null
   limit 1;
  if found then
    raise exception 'no account %', v_entry.account_id using errcode = 'foreign_key_violation', table = 'ledger_entry';
  end if;
  return null;
end $$;

-- Accounts are written in the order of their ids, so that two calls never wait for each other in a circle. They are found by
-- index, whatever the planner believes of the table: its plan may be of a time when that was small.
create or replace function post_journals(
  p_refs text[], p_kinds text[], p_references text[], p_ats timestamptz[],
  p_of int[], p_users bigint[], p_names text[], p_parts text[], p_currencies text[], p_amounts amount[]
) returns bigint[] language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_ids bigint[];
  v_posted int;
  v_accounts bigint[];
  -- User accounts that are written, and their balances before.
  v_held bigint[];
  v_before numeric[];
  v_users int;
  v_short record;
begin
  v_ids := array(select nextval('journal_id_seq') from generate_series(1, cardinality(p_refs)));
  insert into journal (id, ref, kind, reference, at) overriding system value
    select j.id, j.ref, j.kind, j.reference, j.at
      from unnest(v_ids, p_refs, p_kinds, p_references, p_ats) as j (id, ref, kind, reference, at)
    on conflict (ref) do nothing;
  get diagnostics v_posted = row_count;

  if v_posted < cardinality(p_refs) then
    v_ids := array(select (select j.id from journal j where j.id = i.id)
                     from unnest(v_ids) with ordinality as i (id, n) order by i.n);
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

  -- An account that would be short after any of its entries is not written.
  with moved as materialized (
    select r.account, sum(r.amount) as amount, min(r.running) as lowest
      from (select e.account, e.amount,
                   sum(e.amount) over (partition by e.account order by e.of, e.amount desc, e.n) as running
              from unnest(p_of, v_accounts, p_users, p_amounts) with ordinality as e (of, account, user_id, amount, n)
             where e.user_id is not null) r
     group by r.account order by r.account
  ), written as (
    update ledger_account a set balance = a.balance + m.amount
      from moved m where a.id = m.account and a.balance + m.lowest >= 0
    returning a.id, a.balance - m.amount as before
  )
  select array_agg(w.id), array_agg(w.before), (select count(*) from moved) into v_held, v_before, v_users
    from written w;

  if v_users > coalesce(cardinality(v_held), 0) then
    select p_refs[e.of] as ref, e.user_id, e.name, e.part, e.currency into v_short
      from (select e.*, coalesce(h.before, (select a.balance from ledger_account a where a.id = e.account))
                   + sum(e.amount) over (partition by e.account order by e.of, e.amount desc, e.n) as balance
              from unnest(p_of, p_users, p_names, p_parts, p_currencies, v_accounts, p_amounts)
                     with ordinality as e (of, user_id, name, part, currency, account, amount, n)
              left join unnest(v_held, v_before) as h (id, before) on h.id = e.account
             where e.user_id is not null) e
     where e.balance < 0 order by e.of, e.account, e.amount desc, e.n limit 1;
    if not found then
      raise exception 'a balance has changed in the meantime' using errcode = 'serialization_failure';
    end if;
    raise exception 'a balance would become negative'
      using errcode = 'check_violation', table = 'ledger_account', constraint = 'user_balance_not_negative',
            detail = json_build_object('ref', v_short.ref, 'userId', v_short.user_id::text, 'name', v_short.name,
                                       'part', v_short.part, 'currency', v_short.currency);
  end if;

  insert into ledger_entry (journal_id, account_id, currency, amount, balance)
    select v_ids[e.of], e.account, e.currency, e.amount,
           h.before + sum(e.amount) over (partition by e.account order by e.of, e.amount desc, e.n)
      from unnest(p_of, v_accounts, p_currencies, p_amounts) with ordinality as e (of, account, currency, amount, n)
      left join unnest(v_held, v_before) as h (id, before) on h.id = e.account
     order by e.of, e.account, e.amount desc, e.n;

  if p_kinds && income_kinds() then
    insert into income_total as t (account_id, day, amount)
      select e.account, (p_ats[e.of] at time zone 'UTC')::date, sum(e.amount)
        from unnest(p_of, v_accounts, p_users, p_amounts) as e (of, account, user_id, amount)
       where e.user_id is not null and p_kinds[e.of] = any(income_kinds())
       group by 1, 2 order by 1, 2
      on conflict (account_id, day) do update set amount = t.amount + excluded.amount;
  end if;
  return v_ids;
end $$;
