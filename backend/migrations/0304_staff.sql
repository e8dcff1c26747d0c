-- Failed log-ins of staff are counted like those of users, in login_try.
alter table staff_member drop column login_failures, drop column login_locked_until;
