-- Who else has the documents, cards, addresses and numbers of a user is asked at payments, follows, coupons and fees, also of
-- those that were deleted or refused.
create index payee_card_all_of_user on payee_card (user_id);
create index payee_address_all_of_user on payee_address (user_id);
create index verification_request_newest_of_user on verification_request (user_id, id desc);
create index verification_request_card on verification_request (upper(card_id));
create index user_account_number on user_account (coalesce(mobile, shared_mobile));
