/** The error codes that any call can return; the texts are in `i18n/`, one file a language. */
export const kitErrorCodes = [
  // any call
  'invalid_request',
  'function_under_development',
  'not_found',
  'forbidden',
  'rate_limited',
  'proof_required',
  'server_fault',
  'service_unavailable',
  'service_paused',
  'try_again',
  'login_required',
  'session_invalid',
  // the request does not prove the key of its session; not now, or a second time; the session has no key
  'session_proof_invalid',
  'session_proof_stale',
  'session_unbound',
  'verification_required',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'idempotency_conflict',
  'no_more_data',
  'area_unsupported',
  // a field of the payload; `field` names it
  'field_required',
  'invalid_field',
  'field_too_short',
  'field_too_long',
  'field_wrong_length',
  'field_too_small',
  'field_too_large',
  'field_must_be_positive',
  'field_not_a_number',
  'field_not_whole',
  'field_too_precise',
  'field_special_characters',
  'field_unknown_choice',
  'text_too_long',
  'invalid_email',
  'invalid_mobile',
  'invalid_nickname',
  'invalid_signature',
  // signing up and in
  'passwords_differ',
  // payment password
  'keys_differ',
  'key_too_simple',
] as const;

/** The error codes of the domains: each adds its own in its `errors.ts`. Types only, so the kit imports no domain. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DomainErrorCodes {}

export type ErrorCode = (typeof kitErrorCodes)[number] | DomainErrorCodes[keyof DomainErrorCodes];

/** Codes of the outer envelope: two have a special meaning for the client. */
export const envelopeOf = (code: ErrorCode): { type: 'error' | '998' | '999'; code: 0 | 998 | 999 } => {
  if (code === 'session_invalid' || code === 'session_proof_invalid') return { type: '999', code: 999 };
  if (code === 'verification_required') return { type: '998', code: 998 };
  return { type: 'error', code: 0 };
};
