-- At its end the amount of a fixed deposit starts a new term, where its owner asked for it.
alter table invest_order
  add column renew boolean not null default false check (not renew or section = 'fixed'),
  -- The deposit that it continues.
  add column renews bigint references invest_order;
-- A deposit is renewed once.
create unique index invest_order_renews on invest_order (renews) where renews is not null;

-- What continues what is kept like the terms.
create function keep_renewed_investment() returns trigger language plpgsql as $$
begin
  if new.renews is distinct from old.renews then
    raise exception 'an investment does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invest_order_renewal_kept before update of renews on invest_order
  for each row execute function keep_renewed_investment();
