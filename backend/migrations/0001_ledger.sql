-- The double-entry ledger: nothing else changes a balance.

-- 'NaN' is greater than any number for PostgreSQL, so it would pass a check of being at least zero.
create domain amount as numeric(38, 18) check (value <> 'NaN');

create table ledger_account (
  id bigint generated always as identity primary key,
  -- A user's account, or the house's.
  owner_kind text not null check (owner_kind in ('user', 'house')),
  -- Null for the house.
  user_id bigint,
  -- User: legal, change, lever, micro or a product. House: fees, counterparty, deposits …
  name text not null check (name <> ''),
  -- A user's money is free to use, or frozen for something. The house has available only.
  part text not null check (part in ('available', 'frozen')),
  currency text not null check (currency <> ''),
  -- Kept for users, under a lock. A house account is appended to by many at once: it is summed when it is asked for.
  balance amount not null default 0,
  check ((owner_kind = 'user') = (user_id is not null)),
  check (owner_kind = 'user' or (part = 'available' and balance = 0)),
  constraint user_balance_not_negative check (owner_kind = 'house' or balance >= 0)
);

create unique index ledger_account_of_user on ledger_account (user_id, name, currency, part) where owner_kind = 'user';
create unique index ledger_account_of_house on ledger_account (name, currency) where owner_kind = 'house';

create table journal (
  id bigint generated always as identity primary key,
  -- What it is for, once and for all: the same reference is never posted twice.
  ref text not null,
  kind text not null check (kind <> ''),
  -- What caused it, as people name it: an order, a deposit …
  reference text,
  at timestamptz not null,
  constraint journal_ref_once unique (ref)
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  journal_id bigint not null references journal,
  account_id bigint not null references ledger_account,
  currency text not null,
  amount amount not null check (amount <> 0),
  -- The account's balance after this entry; null for a house account.
  balance amount
);

create index ledger_entry_of_account on ledger_entry (account_id, id desc);
create index ledger_entry_of_journal on ledger_entry (journal_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger journal_append_only before update or delete on journal
  for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger journal_not_truncated before truncate on journal
  for each statement execute function refuse_change();
create trigger ledger_entry_not_truncated before truncate on ledger_entry
  for each statement execute function refuse_change();

-- At commit every journal sums to zero per currency.
create function check_journal_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entry where journal_id = new.journal_id group by currency having sum(amount) <> 0
  ) then
    raise exception 'journal % does not sum to zero', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger journal_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function check_journal_balanced();

-- Posts one journal. `entries` is [{owner: 'user'|'house', user, name, part, currency, amount}], amounts as strings.
-- Accounts come to be with their first entry; user accounts are locked in the order of their ids, so that two journals
-- never wait for each other in a circle. Answers the journal's id, or null where `ref` was posted before.
create function post_journal(p_ref text, p_kind text, p_reference text, p_at timestamptz, p_entries jsonb)
returns bigint language plpgsql as $$
declare
  v_journal bigint;
  v_entry record;
  v_balance amount;
begin
  insert into journal (ref, kind, reference, at) values (p_ref, p_kind, p_reference, p_at)
    on conflict (ref) do nothing returning id into v_journal;
  if v_journal is null then
    return null;
  end if;

  insert into ledger_account (owner_kind, user_id, name, part, currency)
    select distinct e.owner, e."user", e.name, e.part, e.currency
      from jsonb_to_recordset(p_entries) as e (owner text, "user" bigint, name text, part text, currency text)
     order by 1, 2, 3, 4, 5
    on conflict do nothing;

  for v_entry in
    select a.id, a.owner_kind, e.currency, e.amount
      from jsonb_to_recordset(p_entries)
             as e (owner text, "user" bigint, name text, part text, currency text, amount amount)
      join ledger_account a
        on a.owner_kind = e.owner and a.user_id is not distinct from e."user"
       and a.name = e.name and a.part = e.part and a.currency = e.currency
     -- Within one account what comes in is booked before what goes out.
     order by a.id, e.amount desc
  loop
    v_balance := null;
    if v_entry.owner_kind = 'user' then
      update ledger_account set balance = balance + v_entry.amount where id = v_entry.id returning balance into v_balance;
    end if;
    insert into ledger_entry (journal_id, account_id, currency, amount, balance)
      values (v_journal, v_entry.id, v_entry.currency, v_entry.amount, v_balance);
  end loop;
  return v_journal;
end $$;
