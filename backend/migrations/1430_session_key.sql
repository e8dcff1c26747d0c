-- The key that a session is bound to, by its thumbprint (RFC 7638): each request proves it. Null for a session without
-- one, which moves no money out. Sessions of former versions have none until the next log-in: who could bind one later
-- could bind a stolen one.
alter table session add column key_thumbprint text check (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$');
alter table staff_session add column key_thumbprint text check (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$');
