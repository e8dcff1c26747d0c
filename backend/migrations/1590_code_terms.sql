-- SHA-256 of what a code authorises, such as amount and address; null where its scene says it all. Codes of former versions have
-- none, and are refused where a code has to have one: the user requests another.
alter table verification_code add column terms_hash bytea;
