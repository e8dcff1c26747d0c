-- What users want to be told, and where. A row holds what differs from the defaults: '{"chat.push": false}'.
create table message_preference (
  user_id bigint primary key references user_account,
  changed jsonb not null check (jsonb_typeof(changed) = 'object'),
  -- Whether notifications of devices name amounts and senders.
  details boolean not null default false
);

-- A message that its reader does not want in the message centre is kept: of one kind and reference there is one message.
alter table user_message add column in_centre boolean not null default true;

-- Messages that were read one by one; `read_until` of `message_reading` covers all before it.
create table message_read (
  user_id bigint not null references user_account,
  message_id bigint not null,
  primary key (user_id, message_id)
);
update message_reading set read_until = opened_at;
alter table message_reading drop column opened_at;
alter table message_reading alter column read_until set not null;

-- Announcements that users have closed, so that each pops up once.
create table announcement_seen (
  user_id bigint not null references user_account,
  item_id bigint not null references content_item on delete cascade,
  primary key (user_id, item_id)
);

-- Devices that take notifications (RFC 8030). It ends with the session of its device.
create table push_subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  session_id bigint not null references session,
  -- Whoever has it can send to the device.
  endpoint text not null unique,
  -- The device's key and secret, base64url (RFC 8291).
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_of_user on push_subscription (user_id);
create index push_subscription_of_session on push_subscription (session_id);
create function forget_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
create trigger session_ended after update of ended_at on session
  for each row when (new.ended_at is not null) execute function forget_push_subscriptions();

alter table message_delivery drop constraint message_delivery_channel_check;
alter table message_delivery add constraint message_delivery_channel_check check (channel in ('mail', 'sms', 'push'));

-- When users with notifications were told of an announcement that pops up.
alter table content_item add column pushed_at timestamptz;

-- Where messages to all lead, unless staff changed that.
update content_item set link = '/pages/kefu/index' where kind = 'message' and key = 'welcome' and link is null;
update content_item set link = '/pages/setting/security' where kind = 'message' and key = 'protect' and link is null;
