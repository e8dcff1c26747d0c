-- Public chat rooms. Numbers of messages have no gaps in their room; every change of a room raises its revision.
create table chat_room (
  id text primary key check (id ~ '^[a-z0-9-]{2,40}$'),
  language text unique,
  symbol text unique,
  -- By language code.
  rules jsonb not null,
  open boolean not null default true,
  -- Seconds between two messages of one user.
  slow_mode int not null default 0 check (slow_mode >= 0),
  position int not null default 0,
  seq int not null default 0,
  revision int not null default 0,
  -- Of the last change of the room itself: its rules, its state or what is pinned.
  own_revision int not null default 0,
  -- Messages since a time, for the limit of the room.
  window_at timestamptz,
  window_count int not null default 0,
  check ((language is null) <> (symbol is null))
);

-- A user as others see them here: the handle names no account.
create table chat_member (
  user_id bigint primary key references user_account,
  handle text not null unique,
  joined_at timestamptz not null
);

create table chat_message (
  room_id text not null references chat_room,
  seq int not null,
  revision int not null,
  -- Of the exchange itself where there is none; then of a member of the staff.
  user_id bigint references user_account,
  staff_id bigint references staff_member,
  client_id text not null,
  at timestamptz not null,
  body text not null,
  -- Name of an upload.
  picture text,
  card jsonb,
  reply_to int,
  -- [{handle, name}]
  mentions jsonb not null,
  -- Number by emoji.
  reactions jsonb not null,
  pinned_at timestamptz,
  deleted_at timestamptz,
  deleted_by text check (deleted_by in ('author', 'staff')),
  primary key (room_id, seq),
  check ((user_id is null) <> (staff_id is null)),
  check ((deleted_at is null) = (deleted_by is null))
);
create unique index chat_message_once on chat_message (user_id, client_id) where user_id is not null;
create index chat_message_changed on chat_message (room_id, revision);
create index chat_message_of_user on chat_message (user_id, at desc);
create index chat_message_pinned on chat_message (room_id, pinned_at) where pinned_at is not null;
create index chat_message_picture on chat_message (picture) where picture is not null;

create table chat_reaction (
  room_id text not null,
  seq int not null,
  user_id bigint not null references user_account,
  emoji text not null,
  primary key (room_id, seq, user_id, emoji),
  foreign key (room_id, seq) references chat_message
);
create index chat_reaction_of_user on chat_reaction (user_id);

-- How far users have read.
create table chat_reading (
  user_id bigint not null references user_account,
  room_id text not null references chat_room,
  seq int not null,
  at timestamptz not null,
  primary key (user_id, room_id)
);

create table chat_mute (
  user_id bigint not null references user_account,
  muted_id bigint not null references user_account,
  at timestamptz not null,
  primary key (user_id, muted_id)
);

-- Bans end by themselves, or are lifted.
create table chat_ban (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- Null: from all rooms.
  room_id text references chat_room,
  reason text not null,
  staff_id bigint not null references staff_member,
  at timestamptz not null,
  until timestamptz,
  lifted_at timestamptz,
  lifted_by bigint references staff_member
);
create index chat_ban_in_force on chat_ban (user_id) where lifted_at is null;

-- Reported messages, one case each, with what they said when they were reported first.
create table chat_report (
  id bigint generated always as identity primary key,
  room_id text not null,
  seq int not null,
  -- Whose message it is.
  user_id bigint not null references user_account,
  body text not null,
  picture text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  unique (room_id, seq),
  foreign key (room_id, seq) references chat_message
);
create index chat_report_picture on chat_report (picture) where picture is not null;

create table chat_reporter (
  report_id bigint not null references chat_report,
  user_id bigint not null references user_account,
  reason text not null,
  note text,
  at timestamptz not null,
  primary key (report_id, user_id)
);
create index chat_reporter_of_user on chat_reporter (user_id, at desc);

-- The kinds are those of the code: a list here would have to be repeated by every domain that adds one.
alter table user_message drop constraint user_message_kind_check;
alter table user_message add constraint user_message_kind_check check (kind ~ '^[a-z][a-z_]{2,39}$');
