-- The clean-up of messages begins with the oldest.
create index user_message_at on user_message (at);
