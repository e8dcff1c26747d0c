-- The browser of a session that is bound to a key: the device of the cookie that came with its first requests, which no
-- script can read. Null before that, and for browsers that keep no cookies.
create unique index known_device_id on known_device (id);
alter table session add column device_id bigint;
