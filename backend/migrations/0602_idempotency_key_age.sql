-- Keys of long ago are deleted by a job, which finds them by their age.

create index idempotency_key_at on idempotency_key (at);
