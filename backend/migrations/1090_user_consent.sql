-- What users agreed to when they signed up: which document, in which version and language, and when.

create table user_consent (
  user_id bigint not null references user_account,
  document text not null check (document in ('terms', 'privacy')),
  version text not null check (version <> ''),
  -- In which they read it.
  language text not null,
  agreed_at timestamptz not null,
  primary key (user_id, document, version)
);
