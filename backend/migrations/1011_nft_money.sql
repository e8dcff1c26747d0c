-- What a resale brought its seller, after fee and royalty.
alter table nft_sale add column proceeds amount;
alter table nft_sale add check (deposit < price);
-- Fraction digits of the price's currency.
alter table nft_provenance add column scale smallint;
alter table nft_provenance add check ((price is null) = (scale is null));
-- Items of an artist's primary sale in the order in which they are numbered.
create index nft_sale_code on nft_sale (code, id desc);

-- Message kinds of the marketplace beside those that there are. What a domain sends is checked by its types.
alter table user_message drop constraint user_message_kind_check;
alter table user_message add constraint user_message_kind_check check (kind ~ '^[a-z][a-z_]{2,39}$');
