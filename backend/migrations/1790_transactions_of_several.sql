-- A transaction that pays several users is credited to each of them once: `deposit_transaction` has the first claim, this
-- table the claims of others. They are decided by two members.
create table deposit_transaction_other (
  chain text not null,
  txid text not null,
  user_id bigint not null references user_account,
  claim_id bigint not null unique references deposit_claim,
  primary key (chain, txid, user_id),
  foreign key (chain, txid) references deposit_transaction
);
