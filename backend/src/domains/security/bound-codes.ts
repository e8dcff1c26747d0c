import { createHash } from 'node:crypto';
import type { ReadInput } from '@tessera/api/contract';
import * as z from 'zod/mini';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { seal, unseal } from '../../platform/factor/seal.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type CodeTerms, codeTermsSchema } from '../../platform/mail/code-terms.ts';
import type { Approvable } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type BoundTo, type Contact, contactOf } from '../identity/index.ts';

/** ms that a code may be requested for what was begun. It authorises nothing: what is sent is judged by the call anew. */
const REQUEST_LASTS = 30 * 60_000;

/** The hash that a code carries of what it authorises, all of it. */
export const termsHash = ({ purpose, what }: Approvable): Buffer =>
  createHash('sha256')
    .update(canonicalJson([purpose, what]))
    .digest();

const requestSchema = z.object({ hash: z.string(), shown: codeTermsSchema, until: z.number() });

const ownerOf = ({ id, sessionId }: SignedIn): string => `code request ${id} ${sessionId}`;

/**
 * What a session requests a code with once it has begun something: what the code will be bound to and its message will
 * say, as this backend judged it. Sealed: the client can neither alter it nor use another session's.
 */
export function codeRequest(
  { keys, now }: Pick<Factors, 'keys' | 'now'>,
  user: SignedIn,
  approvable: Approvable,
  shown: CodeTerms,
): string {
  const request: z.input<typeof requestSchema> = {
    hash: termsHash(approvable).toString('hex'),
    shown,
    until: now() + REQUEST_LASTS,
  };
  return seal(keys(), ownerOf(user), Buffer.from(JSON.stringify(request))).toString('base64url');
}

/** Opens what `codeRequest` made. Rejects with `request_expired` what is older, altered, or of another session. */
function openRequest({ keys, now }: Pick<Factors, 'keys' | 'now'>, user: SignedIn, sealed: string): BoundTo {
  let text: string;
  try {
    text = unseal(keys(), ownerOf(user), Buffer.from(sealed, 'base64url')).toString();
  } catch (error) {
    throw new DomainError('request_expired', { field: 'request', cause: error });
  }
  const { hash, shown, until } = requestSchema.parse(JSON.parse(text));
  if (until <= now()) throw new DomainError('request_expired', { field: 'request' });
  return { hash: Buffer.from(hash, 'hex'), shown };
}

/** A code to the contact that is replaced: for this new one alone. */
export const replacedBy = (contact: Contact): BoundTo => ({
  hash: termsHash({ purpose: 'change_contact', what: contact }),
  shown: { action: null, rows: [{ label: contact.kind, value: contact.value }] },
});

/** A code for this anti-phishing phrase alone. */
export const phraseToSet = (phrase: string): BoundTo => ({
  hash: termsHash({ purpose: 'anti_phishing', what: { phrase } }),
  shown: { action: 'anti_phishing', rows: [{ label: 'phrase', value: phrase }] },
});

/** What a code that a user requests is bound to; null where its scene says all that it is good for. Only pages of former versions leave out what it is for. */
export function boundTo(
  factors: Pick<Factors, 'keys' | 'now'>,
  user: SignedIn,
  { scene, request, user_string, area_code, phrase }: ReadInput<'POST /sms_send'>,
): BoundTo | null {
  if (scene === 'withdraw') {
    if (request === undefined) throw new DomainError('page_outdated', { field: 'request' });
    return openRequest(factors, user, request);
  }
  if (scene === 'change_contact') {
    if (user_string === undefined) throw new DomainError('page_outdated', { field: 'user_string' });
    return replacedBy(contactOf(user_string, area_code));
  }
  return scene === 'confirm' && phrase !== undefined ? phraseToSet(phrase) : null;
}
