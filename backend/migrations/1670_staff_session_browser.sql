-- As of a user's session: SHA-256 of the cookie of the browser that a session of staff with a key is bound to.
alter table staff_session add column browser_hash bytea;
