-- Addresses that users were shown, so that staff find whose a payment is. Each chain has a key of its own; addresses of
-- the one former key, for all chains, stay valid: a job writes down those of the users who may have seen one.
create table deposit_address (
  chain text not null,
  address text not null,
  user_id bigint not null references user_account,
  -- Fingerprint of the extended key, as BIP 32 defines it, in hexadecimal digits.
  key_fingerprint text not null check (key_fingerprint ~ '^[0-9a-f]{8}$'),
  -- Of the former key: not shown any more.
  former boolean not null,
  primary key (chain, address)
);
create index deposit_address_of_user on deposit_address (user_id, chain);

-- The last user who may have seen a former address.
insert into setting (keyword, value)
select 'former_addresses_until', max(id)::text from user_account having max(id) is not null;
