-- The row that a check of a node's health writes.

create table health_write (
  id boolean primary key check (id),
  at timestamptz not null
);
