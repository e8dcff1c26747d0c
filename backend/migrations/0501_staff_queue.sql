-- Who decides what at the moment. A claim ends with its time, with the decision, or when it is given back.
create table staff_claim (
  queue text not null,
  item_id bigint not null,
  staff_id bigint not null references staff_member,
  until timestamptz not null,
  primary key (queue, item_id)
);

-- Who decided a request for verification; null where it was before this was kept.
alter table verification_request add column reviewer_id bigint references staff_member;
