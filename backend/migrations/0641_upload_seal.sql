-- Uploads lie encrypted in a storage that every node reaches, are compared by their content, and go when nothing needs
-- them.
alter table upload
  -- False between the start of an upload and its end.
  add column stored boolean not null default true,
  -- Id of the key that it is encrypted with; null for a plain file of a former version, which a job encrypts.
  add column sealed_with text,
  -- Bytes, SHA-256 and perceptual hash of the re-encoded picture; null until a former file was read.
  add column bytes int,
  add column sha256 bytea,
  add column look bit(256),
  -- Whether something refers to it. One that nothing refers to is deleted after a day.
  add column used boolean not null default false;

update upload u set used = true
 where exists (select from deposit_claim c where c.voucher = u.name)
    or exists (select from verification_request r where u.name in (r.front_pic, r.reverse_pic))
    or exists (select from user_account a where a.avatar = '/api/uploads/' || u.name);

create index upload_unused on upload (at) where not used;
create index upload_sealed on upload (sealed_with, name);
create index upload_sha256 on upload (sha256) where used;

-- Views of private pictures by their owners, counted per day; those by staff are in staff_action.
create table upload_view (
  name text not null,
  user_id bigint not null references user_account,
  day date not null,
  views int not null,
  last_at timestamptz not null,
  primary key (name, user_id, day)
);
create index upload_view_day on upload_view (day);

-- The picture of a decided claim is deleted after a time.
alter table deposit_claim alter column voucher drop not null;
create index deposit_claim_of_voucher on deposit_claim (voucher);
create index verification_request_front on verification_request (front_pic) where front_pic is not null;
create index verification_request_reverse on verification_request (reverse_pic) where reverse_pic is not null;

-- Claims whose pictures look alike, found when the later one was made.
create table deposit_alike (
  claim_id bigint not null references deposit_claim,
  other_id bigint not null references deposit_claim,
  primary key (claim_id, other_id)
);
create index deposit_alike_other on deposit_alike (other_id);
