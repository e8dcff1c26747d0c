-- Rights to releases of single members, beside those of their roles: each for one action, remote and environment.

-- A developer has the rights that were granted; who is on duty halts instruments and pauses services.
alter table staff_member drop constraint staff_member_role_check;
alter table staff_member add constraint staff_member_role_check
  check (role in ('support', 'reviewer', 'treasury', 'duty', 'developer', 'operator', 'admin'));

create table release_right (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  action text not null
    check (action in ('publish', 'preview', 'ramp', 'release', 'rollback', 'override', 'sessions', 'bar')),
  -- A name, `host`, or `*` for all remotes.
  remote text not null check (remote ~ '^(\*|[a-z][a-z0-9-]{0,39})$'),
  environment text not null check (environment ~ '^(\*|[a-z][a-z0-9-]{0,39})$'),
  percent numeric check (percent > 0 and percent <= 100),
  valid_from timestamptz,
  valid_until timestamptz,
  granted_at timestamptz not null,
  ended_at timestamptz,
  check ((action = 'ramp') = (percent is not null)),
  check (valid_until > valid_from)
);

create index release_right_of_member on release_right (staff_id) where ended_at is null;
