-- Contracts that works were ever to be minted by: a withdrawal that is minted by another one no longer names its former.
create table nft_contract (
  -- In small letters.
  contract text primary key check (contract ~ '^0x[0-9a-f]{40}$')
);
insert into nft_contract (contract) select distinct lower(contract) from nft_withdrawal;
