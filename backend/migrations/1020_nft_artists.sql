-- What artists do: applications, uploads, submitted works.

create table nft_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  name text not null check (length(name) between 2 and 40),
  biography text not null,
  -- Names of uploads; none after the time that pictures are kept.
  pictures text[] not null,
  status text not null default 'under_review' check (status in ('under_review', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status = 'under_review') = (reviewed_at is null))
);
create unique index nft_application_waiting on nft_application (user_id) where status = 'under_review';
create index nft_application_of_user on nft_application (user_id, id desc);
create index nft_application_pictures on nft_application using gin (pictures) where status = 'under_review';

-- A file, named by its content.
create table nft_file (
  name text primary key check (name ~ '^[0-9a-f]{64}\.[a-z0-9]{3,4}$'),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);

-- What one upload was made into.
create table nft_upload (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  type text not null check (type in ('image', 'gif', 'audio', 'video')),
  -- As the contract's `media`; without pictures for a sound and a film.
  media jsonb not null,
  created_at timestamptz not null
);
create index nft_upload_of_user on nft_upload (user_id, id desc);
create index nft_upload_old on nft_upload (created_at);

create table nft_upload_file (
  upload_id bigint not null references nft_upload on delete cascade,
  name text not null references nft_file,
  primary key (upload_id, name)
);
create index nft_upload_file_name on nft_upload_file (name);

create table nft_submission (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  artist_id integer not null references nft_artist,
  -- Null after the time that rejected pictures are kept.
  upload_id bigint references nft_upload,
  poster_id bigint references nft_upload,
  title text not null,
  description text not null,
  -- `[{ "name", "value" }]`
  properties jsonb not null,
  media jsonb not null,
  rarity text not null check (rarity in ('common', 'rare', 'epic', 'legendary')),
  royalty_bp integer not null check (royalty_bp between 0 and 1000),
  editions integer not null check (editions between 1 and 10000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'taken_down')),
  reason text,
  reviewer_id bigint references staff_member,
  work_id bigint unique references nft_work,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status in ('approved', 'taken_down')) = (work_id is not null)),
  check ((status = 'pending') = (reviewed_at is null))
);
create index nft_submission_of_user on nft_submission (user_id, id desc);
create index nft_submission_waiting on nft_submission (id) where status = 'pending';
create index nft_submission_upload on nft_submission (upload_id);
create index nft_submission_poster on nft_submission (poster_id);
