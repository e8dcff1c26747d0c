-- Customer service: conversations of users with agents, their messages, notes and canned replies.

create table support_conversation (
  id bigint generated always as identity primary key,
  -- Null of a guest, who is reached at `contact`.
  user_id bigint references user_account,
  -- Where replies of a ticket go: an address of mail, or a mobile number in digits.
  contact text,
  -- In subjects of mails.
  reference text not null unique check (reference ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  channel text not null check (channel in ('chat', 'mail')),
  title text,
  language text not null,
  status text not null check (status in ('waiting', 'open', 'snoozed', 'resolved')),
  assignee_id bigint references staff_member,
  restricted boolean not null default false,
  -- Number of the last message: they are numbered from 1 without gaps.
  last_seq int not null default 0,
  -- How far messages of agents have reached the user, and those of the user agents.
  user_delivered int not null default 0,
  user_seen int not null default 0,
  staff_delivered int not null default 0,
  staff_seen int not null default 0,
  -- Replies up to here were mailed to a user who had not seen them.
  mailed int not null default 0,
  rating smallint check (rating between 1 and 5),
  comment text,
  created_at timestamptz not null,
  last_at timestamptz not null,
  -- Since when the user waits for a reply.
  waiting_since timestamptz,
  first_reply_at timestamptz,
  resolved_at timestamptz,
  snoozed_until timestamptz,
  check (num_nonnulls(user_id, contact) > 0),
  check ((status = 'waiting') <= (assignee_id is null)),
  check ((status = 'open') <= (assignee_id is not null)),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((status = 'snoozed') = (snoozed_until is not null)),
  check (user_seen <= user_delivered and user_delivered <= last_seq),
  check (staff_seen <= staff_delivered and staff_delivered <= last_seq)
);
-- A user has one conversation that goes on; tickets by mail stand beside it.
create unique index support_conversation_current on support_conversation (user_id) where status <> 'resolved' and channel = 'chat';
create index support_conversation_of_user on support_conversation (user_id, id desc);
create index support_conversation_waiting on support_conversation (waiting_since) where status = 'waiting';
create index support_conversation_of_agent on support_conversation (assignee_id) where status in ('open', 'snoozed');
create index support_conversation_snoozed on support_conversation (snoozed_until) where status = 'snoozed';
create index support_conversation_resolved on support_conversation (resolved_at desc) where status = 'resolved';
create index support_conversation_replied on support_conversation (first_reply_at desc) where first_reply_at is not null;
create index support_conversation_begun on support_conversation (created_at);

create table support_message (
  conversation_id bigint not null references support_conversation on delete cascade,
  seq int not null check (seq > 0),
  kind text not null check (kind in ('text', 'joined', 'handed_over', 'resolved', 'reopened')),
  author text not null check (author in ('user', 'agent', 'system')),
  staff_id bigint references staff_member,
  body text not null,
  picture text references upload (name),
  -- Made by the client: a message of one is taken once.
  client_id text,
  at timestamptz not null,
  primary key (conversation_id, seq),
  check ((author = 'agent') <= (staff_id is not null)),
  check (kind <> 'text' or body <> '' or picture is not null)
);
create unique index support_message_client on support_message (conversation_id, author, client_id) where client_id is not null;
create index support_message_picture on support_message (picture) where picture is not null;

-- What agents write for each other.
create table support_note (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references support_conversation on delete cascade,
  staff_id bigint not null references staff_member,
  client_id text not null,
  body text not null,
  at timestamptz not null,
  unique (conversation_id, client_id)
);

-- The history of a conversation is the audit record of staff.
create index staff_action_of_conversation on staff_action (subject, id) where subject like 'support:%';

create table support_reply (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- By language; English always.
  texts jsonb not null check (texts ? 'en'),
  updated_by bigint references staff_member,
  updated_at timestamptz not null
);

create table support_agent (
  staff_id bigint primary key references staff_member,
  on_duty boolean not null,
  seen_at timestamptz not null
);
