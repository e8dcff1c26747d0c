-- Which key signed a transaction: one of a former key says nothing about the one that was signed after it.
alter table nft_mint add column signer text;
update nft_mint m set signer = w.signer from nft_withdrawal w where w.id = m.withdrawal_id and w.nonce = m.nonce;

-- Staff may end a withdrawal that was never signed.
alter table nft_withdrawal drop constraint nft_withdrawal_check;
alter table nft_withdrawal add check (state <> 'requested' or nonce is null);
alter table nft_withdrawal add check (state <> 'sent' or nonce is not null);
