-- SHA-256 of the token of the link in a mailed code, which can be entered instead of the digits.
alter table verification_code add column link_hash bytea;
-- Shown in every mail to the user, so that others' mail can be told from ours.
alter table user_account add column anti_phishing text;
