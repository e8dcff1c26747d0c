-- What a code was counted for, `scope` and `subject` in turn, so that one that is used correctly counts no more.
alter table verification_code add column counted text[] not null default '{}';
