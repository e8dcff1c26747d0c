-- Answers of members that other members rejected: each member rejects one of a question, and one whose answer was rejected
-- proposes no other. Otherwise one of them could keep a known answer away until the stakes go back.
create table quiz_rejection (
  id bigint generated always as identity primary key,
  round_id bigint not null references quiz_question (round_id),
  outcome smallint not null,
  proposed_by bigint not null references staff_member,
  rejected_by bigint not null references staff_member,
  at timestamptz not null
);
create index quiz_rejection_of_round on quiz_rejection (round_id, at);
