-- Operators move releases; they decide about nobody's money or identity.
alter table staff_member drop constraint staff_member_role_check;
alter table staff_member
  add constraint staff_member_role_check check (role in ('support', 'reviewer', 'operator', 'admin'));
