-- What people read: news, banners, help, questions, pages, messages and the entries of the menu, in every language.

create table content_item (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('news', 'banner', 'help', 'faq', 'page', 'message', 'menu')),
  -- Stable name within its kind: the seed finds its items again by it.
  key text not null,
  -- Order within its kind where that is not by time.
  position int not null default 0,
  -- News, banners, help and messages: when it was published. A message without a time is of each user's first moment.
  at timestamptz,
  -- A picture of this origin.
  cover text,
  -- A route of the app or an https address.
  link text,
  -- Menu: the group of entries. Message: who writes, service or system.
  section text,
  -- Shown once at start.
  pop boolean not null default false,
  shown boolean not null default true,
  unique (kind, key)
);
create index content_item_newest on content_item (kind, at desc, id desc) where shown;

create table content_text (
  item_id bigint not null references content_item on delete cascade,
  language text not null,
  title text not null,
  -- News: the abstract. Message: the description. Question: its topic. Menu: a badge.
  lead text not null default '',
  body text not null default '',
  updated_at timestamptz not null,
  -- Staff wrote it: the seed leaves it alone.
  edited boolean not null default false,
  primary key (item_id, language)
);

create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  email text not null,
  title text not null,
  content text not null,
  at timestamptz not null
);

-- How far a user has read the messages.
create table message_reading (
  user_id bigint primary key references user_account,
  -- When the list was opened before; null at the first time.
  read_until timestamptz,
  opened_at timestamptz not null
);
