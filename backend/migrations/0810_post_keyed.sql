-- Journals of many requests with the rows of their idempotency keys, in one call: one round trip, and each key's row is
-- written once, with its answer.

-- Requests are the parallel arrays from `p_users` to `p_answers`, each with one journal; the rest is handed to
-- `post_journals`. An answer is stored with the `id` of its journal. Where some of the keys are stored already, their
-- rows are returned and nothing is posted: `n` is the position of the request from 1, `journal` null. Else all requests
-- are returned with the id of their journal. `p_patience` is how long a lock is waited for.
create function post_keyed(
  p_users bigint[], p_keys text[], p_calls text[], p_fingerprints text[], p_answers jsonb[], p_at timestamptz,
  p_patience text,
  p_refs text[], p_kinds text[], p_references text[], p_ats timestamptz[],
  p_of int[], p_entry_users bigint[], p_names text[], p_parts text[], p_currencies text[], p_amounts amount[]
) returns table (n int, journal bigint, fingerprint text, answer jsonb) language plpgsql as $$
declare
  v_ids bigint[];
  v_kept bigint;
begin
  perform set_config('lock_timeout', p_patience, true);
  -- One lookup by index each, whatever the planner believes of the table.
  return query
    select k.n::int, null::bigint, encode(i.fingerprint, 'hex'), i.answer
      from unnest(p_users, p_keys) with ordinality as k (user_id, key, n)
      cross join lateral (select stored.fingerprint, stored.answer from idempotency_key stored
                           where stored.user_id = k.user_id and stored.key = k.key offset 0) i;
  if found then
    return;
  end if;

  v_ids := post_journals(p_refs, p_kinds, p_references, p_ats, p_of, p_entry_users, p_names, p_parts, p_currencies,
                         p_amounts);
  if array_position(v_ids, null) is not null then
    raise exception 'a journal was posted before' using errcode = 'unique_violation';
  end if;
  insert into idempotency_key (user_id, key, call, fingerprint, answer, at)
    select k.user_id, k.key, k.call, decode(k.fingerprint, 'hex'),
           k.answer || jsonb_build_object('id', v_ids[k.n]::text), p_at
      from unnest(p_users, p_keys, p_calls, p_fingerprints, p_answers)
             with ordinality as k (user_id, key, call, fingerprint, answer, n)
     order by k.user_id, k.key
    on conflict do nothing;
  get diagnostics v_kept = row_count;
  -- The same request, at another node: its balance was locked until that one had committed.
  if v_kept < cardinality(p_keys) then
    raise exception 'a key was used in the meantime' using errcode = 'serialization_failure';
  end if;
  return query select i.n::int, i.id, null::text, null::jsonb
                 from unnest(v_ids) with ordinality as i (id, n);
end $$;
