-- When the payment password was set; null for one of before. A rollback of compromised code takes one of its time away.
alter table user_account add column pay_password_set_at timestamptz;
