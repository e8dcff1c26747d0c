-- SHA-256 of the cookie of the browser that a session with a key is bound to: what came with its first requests, and no
-- script can read. Null before that, and for browsers that keep no cookies.
alter table session add column browser_hash bytea;
