-- Under which contract money was seen and credited. What a token is may change; what was credited under another one stays
-- what it was.

-- Every contract that a currency has had on a chain. The database writes it, so that no way to change a token leaves it out.
create table chain_token_history (
  chain text not null,
  currency text not null,
  -- Null for the chain's own coin.
  contract text,
  decimals int not null,
  foreign key (chain, currency) references chain_token
);
create unique index chain_token_history_once on chain_token_history (chain, currency, contract, decimals)
  nulls not distinct;
insert into chain_token_history select chain, currency, contract, decimals from chain_token;
create function keep_token_contract() returns trigger language plpgsql as $$
begin
  insert into chain_token_history (chain, currency, contract, decimals)
  values (new.chain, new.currency, new.contract, new.decimals) on conflict do nothing;
  return null;
end $$;
create trigger keep_token_contract after insert or update on chain_token
  for each row execute function keep_token_contract();

alter table chain_deposit
  -- Places of the token when it was seen; null where it is not listed.
  add decimals int,
  -- Contract of the token at the credit; null for a coin, and before.
  add credited_contract text,
  -- Why it is final and not credited; null where nothing holds it.
  add held_as text check (held_as in ('contract_changed', 'not_in_signer', 'signer_differs', 'below_signer')),
  drop constraint chain_deposit_ignored_as_check,
  add constraint chain_deposit_ignored_as_check
    check (ignored_as in ('unknown_token', 'below_minimum', 'dust', 'too_large', 'contract_changed'));
-- What was credited before is taken as it is compared today.
update chain_deposit d
   set decimals = t.decimals,
       credited_contract = case when d.state in ('credited', 'claimed') then t.contract end
  from chain_token t where t.chain = d.chain and t.currency = d.currency;
create index chain_deposit_credited_under on chain_deposit (chain, currency, credited_contract)
  where state in ('credited', 'claimed') and credited_contract is not null;

-- What amounts of orders were counted by. The signer pays by its own configuration, and refuses what differs from it.
alter table chain_movement add contract text, add decimals int;
update chain_movement m set contract = t.contract, decimals = t.decimals
  from chain_token t where t.chain = m.chain and t.currency = m.currency;
alter table chain_movement alter decimals set not null;
alter table chain_payout add contract text, add decimals int;
update chain_payout p set contract = t.contract, decimals = t.decimals
  from chain_token t where t.chain = p.chain and t.currency = p.currency;
alter table chain_payout alter decimals set not null;

-- What the signer's configuration names, as it said last.
create table signer_asset (
  chain text not null references chain,
  currency text not null,
  -- In the one form of an address of the chain; null for its own coin.
  contract text,
  decimals int not null,
  -- What the chain's node has to be; null where the signer does not name it.
  identity text,
  -- Least confirmations of a credit, and whether its block has to be final; null where the signer leaves it open.
  confirmations int,
  finality text,
  primary key (chain, currency)
);
