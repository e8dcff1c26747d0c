-- A payment is credited once, and by two members of the staff where much is at stake.

-- `treasury` decides about money and sees no identity documents.
alter table staff_member drop constraint staff_member_role_check;
alter table staff_member add constraint staff_member_role_check
  check (role in ('support', 'reviewer', 'treasury', 'operator', 'admin'));

-- The transaction id that the user states, normalised: 64 small hexadecimal digits without `0x`.
alter table deposit_claim
  add column txid text check (txid ~ '^[0-9a-f]{64}$'),
  -- Who approved before the reviewer, where the approval needed two members.
  add column first_reviewer_id bigint references staff_member,
  add check (first_reviewer_id is distinct from reviewer_id or first_reviewer_id is null);

-- The transactions that were credited: each one once on its chain.
create table deposit_transaction (
  chain text not null,
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  claim_id bigint not null unique references deposit_claim,
  primary key (chain, txid)
);

-- Until now the id was written into the field for the payment's source. Where one was credited several times, the first
-- claim keeps it; the others stay as they were decided.
insert into deposit_transaction (chain, txid, claim_id)
select n.chain, lower(substring(c.account from '(?:^|[^0-9A-Za-z])(?:0[xX])?([0-9A-Fa-f]{64})(?![0-9A-Za-z])')), c.id
  from deposit_claim c join deposit_network n using (currency, network)
 where c.status = 'approved'
   and c.account ~ '(?:^|[^0-9A-Za-z])(?:0[xX])?[0-9A-Fa-f]{64}(?![0-9A-Za-z])'
 order by c.id
on conflict do nothing;
update deposit_claim c set txid = t.txid from deposit_transaction t where t.claim_id = c.id;

-- A user states a transaction once. Two users may state the same one: whoever copies an id from the chain must not keep
-- its owner from claiming. Of those claims one can be credited.
create unique index deposit_claim_txid on deposit_claim (user_id, network, txid) where status <> 'rejected';
create index deposit_claim_same_txid on deposit_claim (txid) where txid is not null;
create index deposit_claim_credited on deposit_claim (user_id, reviewed_at) where status = 'approved';

-- An approval that waits for a second member. `terms` is what exactly was approved.
create table staff_approval (
  queue text not null,
  item_id bigint not null,
  staff_id bigint not null references staff_member,
  terms jsonb not null,
  at timestamptz not null,
  primary key (queue, item_id)
);

-- What ends with an account that is disabled does not come back when it is enabled again. A member whose role changes
-- logs in again, and decisions that were begun with the former role are dropped.
create function end_staff_sessions() returns trigger language plpgsql as $$
begin
  update staff_session set ended_at = now() where staff_id = new.id and ended_at is null;
  delete from staff_claim where staff_id = new.id;
  delete from staff_approval where staff_id = new.id;
  return null;
end $$;
create trigger staff_member_changed after update of disabled, role on staff_member
  for each row when (new.disabled and not old.disabled or new.role <> old.role) execute function end_staff_sessions();

create function end_user_sessions() returns trigger language plpgsql as $$
begin
  update session set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger user_account_disabled after update of disabled on user_account
  for each row when (new.disabled and not old.disabled) execute function end_user_sessions();

update staff_session s set ended_at = now() from staff_member m
 where m.id = s.staff_id and m.disabled and s.ended_at is null;
update session s set ended_at = now() from user_account u
 where u.id = s.user_id and u.disabled and s.ended_at is null;
