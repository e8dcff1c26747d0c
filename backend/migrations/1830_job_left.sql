-- What a run that took a day or an event of all users could not do for one of them: it is tried again, by whichever
-- node, until it is done. The item is worded by its job.
create table job_left (
  job text not null,
  item text not null,
  at timestamptz not null,
  primary key (job, item)
);
