-- Rejects the transaction of a node that does not hold a lease any more. A newer holder waits until the transaction of
-- the one that holds it is over.
create function require_lease(p_name text, p_token bigint) returns void language plpgsql as $$
begin
  perform from lease where name = p_name and token = p_token for share;
  if not found then
    raise exception 'the lease % is lost', p_name using errcode = 'LS001';
  end if;
end $$;
