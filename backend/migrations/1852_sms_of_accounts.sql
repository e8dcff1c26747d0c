-- Codes that guests ask for to numbers of accounts are counted apart from those to any number, which strangers use up.
alter table sms_sent drop constraint sms_sent_kind_check,
  add check (kind in ('stranger', 'account', 'owner', 'notice'));
