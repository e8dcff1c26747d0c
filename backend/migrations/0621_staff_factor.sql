-- Every session of staff was opened with a second factor from now on: those without one end.
update staff_session set ended_at = now() where ended_at is null;
