-- What members decide about the treasury is a change of staff like all others: another member approves exactly what was
-- proposed, all of treasury gets a message, and it takes effect after a delay. `treasury_change` keeps what took effect.

-- What waits goes on there, with a week from the upgrade on. Who may not propose any more has withdrawn. What was decided
-- is kept there with who decided it; who rejected their own proposal had withdrawn it.
with proposal as (
  select c.id, c.proposed_by, c.proposed_at, c.reason, 'POST /staff/treasury/' || c.kind as call,
         c.state, c.decided_by, c.decided_at,
         c.state = 'proposed'
           and ((m.disabled and m.account <> 'command-line') or m.role not in ('treasury', 'admin')) as gone,
         c.kind, c.chain, c.currency, c.address, c.reference,
         case when c.kind = 'movement' then case when c.amount < 0 then 'out' else 'in' end end as direction,
         trim_scale(abs(c.amount))::text as amount, trim_scale(c.low)::text as low, trim_scale(c.high)::text as high
    from treasury_change c join staff_member m on m.id = c.proposed_by
), field as (
  select p.id, f.position, f.name, f.value
    from proposal p cross join lateral (values
      (1, 'chain', p.chain), (2, 'currency', p.currency), (3, 'address', p.address), (4, 'direction', p.direction),
      (5, 'low', p.low), (6, 'high', p.high), (7, 'amount', p.amount), (8, 'reference', p.reference),
      (9, 'reason', p.reason)) as f (position, name, value)
   where f.value is not null
), input as (
  select id, jsonb_object_agg(name, value) as value,
         -- The form whose hash the backend compares.
         '{' || string_agg(to_json(name) || ':' || to_json(value), ',' order by name collate "C") || '}' as canonical,
         string_agg(name || '=' || value, ' ' order by position) filter (where name <> 'reason') as summary
    from field group by id
)
insert into staff_change (call, input, hash, summary, reason, state, proposed_by, proposed_at, decided_by, decided_at,
                          runs_at, expires_at, ended_at)
select p.call, i.value, encode(sha256(convert_to(p.call || E'\n' || i.canonical, 'UTF8')), 'hex'),
       'treasury/' || p.kind || ': ' || i.summary, p.reason,
       case when p.gone or p.state = 'rejected' and p.decided_by = p.proposed_by then 'withdrawn'
            when p.state = 'approved' then 'done' else p.state end,
       p.proposed_by, p.proposed_at, case when p.gone then p.proposed_by else p.decided_by end,
       case when p.gone then now() else p.decided_at end,
       case when p.state = 'approved' then p.decided_at end,
       case when p.state = 'proposed' then now() else p.proposed_at end + interval '7 days',
       case when p.gone then now() else p.decided_at end
  from proposal p join input i on i.id = p.id order by p.id
on conflict (call, hash) where state in ('proposed', 'approved') do nothing;

delete from treasury_change where state <> 'approved';
drop index treasury_change_newest, treasury_change_open, treasury_movement_once;
alter table treasury_change drop column state, drop column decided_by, drop column proposed_at;
alter table treasury_change rename column proposed_by to staff_id;
alter table treasury_change rename column decided_at to at;
alter table treasury_change alter column at set not null;
create index treasury_change_newest on treasury_change (kind, at desc, id desc);
create unique index treasury_movement_once on treasury_change (chain, currency, address, reference) where kind = 'movement';
