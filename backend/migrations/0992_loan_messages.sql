-- What borrowers are told.
alter table user_message drop constraint user_message_kind_check;
alter table user_message add constraint user_message_kind_check check (kind in (
  'payment_received', 'loan_paid_out', 'loan_rejected', 'loan_warning', 'loan_liquidated', 'loan_interest_unpaid', 'loan_reminder', 'loan_overdue', 'loan_repaid'));
