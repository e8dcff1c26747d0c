-- Messages that wait for a moderator: the first one of a new account, and those with links. They have no number in their
-- room before they are published.
create table chat_held (
  id bigint generated always as identity primary key,
  room_id text not null references chat_room,
  user_id bigint not null references user_account,
  client_id text not null,
  at timestamptz not null,
  why text not null check (why in ('first', 'link')),
  body text not null,
  -- Name of an upload, private until the message is published.
  picture text,
  card jsonb,
  reply_to int,
  -- [{handle, name}]
  mentions jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  reviewed_at timestamptz,
  unique (user_id, client_id)
);
create index chat_held_waiting on chat_held (id) where status = 'pending';
create index chat_held_picture on chat_held (picture) where picture is not null;
