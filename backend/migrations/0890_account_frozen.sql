-- Since when its owner or staff froze the account: no session opens, no money leaves, nothing trades. Null while it is in use.
alter table user_account add column frozen_at timestamptz;
