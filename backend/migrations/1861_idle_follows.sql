-- A follow without money to copy with gives its place to another where a trader has no more.
alter table copy_follow drop constraint copy_follow_ended_check;
alter table copy_follow add constraint copy_follow_ended_check check (ended in ('user', 'stop_loss', 'trader', 'cost', 'idle'));
