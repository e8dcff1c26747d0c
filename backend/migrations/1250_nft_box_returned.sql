-- Buyers are told when a box was taken back. Losers of an auction are told of their deposit; 'lost' was never sent.
alter table nft_message drop constraint nft_message_kind_check;
alter table nft_message add constraint nft_message_kind_check check (kind in ('bought', 'outbid', 'won', 'deposit_returned',
  'box_returned', 'forfeited', 'offered', 'offer_expired', 'paid', 'sold', 'unsold', 'unpaid', 'royalty'));
