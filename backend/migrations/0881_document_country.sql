-- The country that a document states: that of its owner once the document is verified. ISO 3166-1 alpha-2; requests of
-- before state none.
alter table verification_request add column country text check (country ~ '^[A-Z]{2}$');
alter table user_account add column document_country text check (document_country ~ '^[A-Z]{2}$');

-- A document as others write it: without signs, in capitals. One that is verified verifies no other account.
create function document_number(card_id text) returns text language sql immutable strict parallel safe
  as $$ select upper(regexp_replace(card_id, '[^[:alnum:]]', '', 'g')) $$;
create index verification_request_document on verification_request (document_number(card_id));

-- The score follows from what is known of the user, see docs/identity.md.
alter table user_account drop column credit_score;
