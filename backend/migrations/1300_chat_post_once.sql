-- A message of the exchange is posted once by its client_id, as those of users are.
create unique index chat_message_post_once on chat_message (staff_id, client_id) where staff_id is not null;
