-- Codes and tries by the place that they come from: what strangers ask for and enter burns nothing of an owner's.
alter table verification_code
  -- `owner` in a session of the account, `device:` and `network:` that it knows, `user:` of another account, or `unknown`.
  add place text not null default 'unknown',
  -- Wrong tries by the place that they came from; null for none.
  add tried jsonb,
  drop tries;
-- Wrong payment passwords are counted as other guesses are.
alter table user_account drop pay_failures, drop pay_locked_until;
