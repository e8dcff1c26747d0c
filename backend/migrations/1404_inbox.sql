-- One inbox, however its address is spelled: `a.nn+1@x` is that of `ann@x`. The same rule as platform/mail/inbox.ts.
create function inbox_of(address text) returns text
  language sql immutable parallel safe strict
  return replace(regexp_replace(substring(lower(address) from '^(.*)@'), '\+.*$', ''), '.', '')
    || substring(lower(address) from '@[^@]*$');

create index user_account_inbox on user_account (inbox_of(email));
