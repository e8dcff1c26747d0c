-- What refers to an upload keeps it: the clean-up leaves what a foreign key holds.
update chat_report set picture = null where status <> 'pending';
update chat_held set picture = null where status <> 'pending';
update chat_report c set picture = null where not exists (select from upload u where u.name = c.picture);
update chat_held h set picture = null where not exists (select from upload u where u.name = h.picture);
update chat_message m set picture = null where not exists (select from upload u where u.name = m.picture);
alter table chat_message add foreign key (picture) references upload (name);
alter table chat_report add foreign key (picture) references upload (name);
alter table chat_held add foreign key (picture) references upload (name);

-- Avatars and covers are addresses: of those that are uploads the name.
create function upload_of(address text) returns text language sql immutable
  return case when address like '/api/uploads/%' then substr(address, 14) end;
update user_account a set avatar = null
 where upload_of(avatar) is not null and not exists (select from upload u where u.name = upload_of(a.avatar));
update nft_artist a set avatar = null
 where upload_of(avatar) is not null and not exists (select from upload u where u.name = upload_of(a.avatar));
update nft_artist a set cover = null
 where upload_of(cover) is not null and not exists (select from upload u where u.name = upload_of(a.cover));
alter table user_account
  add column avatar_upload text generated always as (upload_of(avatar)) stored references upload (name);
alter table nft_artist
  add column avatar_upload text generated always as (upload_of(avatar)) stored references upload (name),
  add column cover_upload text generated always as (upload_of(cover)) stored references upload (name);
create index user_account_avatar_upload on user_account (avatar_upload) where avatar_upload is not null;
create index nft_artist_avatar_upload on nft_artist (avatar_upload) where avatar_upload is not null;
create index nft_artist_cover_upload on nft_artist (cover_upload) where cover_upload is not null;

-- A device that is no longer trusted still shows that two accounts are of one person.
alter table known_device add column revoked_at timestamptz;

-- Whether a message was read is a mark of each: a time would cover what is stored later about an earlier moment.
alter table user_message add column read boolean not null default false;
update user_message m set read = true
 where exists (select from message_reading r where r.user_id = m.user_id and m.at <= r.read_until)
    or exists (select from message_read r where r.user_id = m.user_id and r.message_id = m.id);
delete from message_read r using user_message m where m.id = r.message_id;
insert into message_read (user_id, message_id)
select r.user_id, i.id from message_reading r join user_account u on u.id = r.user_id
  join content_item i on i.kind = 'message' and i.shown and coalesce(i.at, u.created_at) <= r.read_until
    on conflict do nothing;
drop table message_reading;
create index user_message_unread on user_message (user_id) where in_centre and not read;

-- What counts for coupons and had no price when its time was counted. It is counted with the next price.
create table coupon_waiting (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  kind text not null,
  currency text not null,
  amount amount not null check (amount > 0),
  at timestamptz not null
);
create index coupon_waiting_of_user on coupon_waiting (user_id, kind, at);
