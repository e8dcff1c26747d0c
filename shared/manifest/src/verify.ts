import { cryptography, subtleCrypto } from '@tessera/device';
import { withHostSlot } from './host.ts';
import type { Manifest, Preview, PublicKey, Signed } from './manifest.ts';
import type { VerifySignature } from './verify-signature.ts';

/** Why a signed text was not taken. */
export type RefusalReason = 'malformed' | 'unsigned' | 'expired' | 'replayed' | 'ended';

/** A manifest or preview that must not take effect; the message states the fault. */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** By the platform's WebCrypto; pages have it on https and on localhost. */
const verifyByWebCrypto: VerifySignature = async ({ x, y }, signature, content) => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await cryptography().importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, algorithm, false, ['verify']);
  return cryptography().verify(algorithm, key, signature as BufferSource, content as BufferSource);
};

/** Browsers have no WebCrypto on plain http other than localhost: the same check in JavaScript, loaded only then. */
const platformVerification = async (): Promise<VerifySignature> =>
  subtleCrypto() ? verifyByWebCrypto : (await import('./insecure.ts')).verifyByNoble;

/** Whether a value has the outer form of a signed text. */
function asSigned(value: unknown): Signed {
  if (!isObject(value) || typeof value.payload !== 'string' || !Array.isArray(value.signatures)) {
    throw new Refused('malformed', 'no signed text');
  }
  if (value.schema !== 2) throw new Refused('malformed', `schema ${String(value.schema)} is not known here`);
  return value as unknown as Signed;
}

/** Whether a known key made that signature. Unreadable signatures are skipped: another one may be valid. */
async function fits(
  entry: unknown,
  content: Uint8Array,
  keys: readonly PublicKey[],
  check: VerifySignature,
): Promise<boolean> {
  if (!isObject(entry) || typeof entry.signature !== 'string') return false;
  const key = keys.find(({ id }) => id === entry.key);
  if (!key) return false;
  try {
    return await check(key, fromBase64Url(entry.signature), content);
  } catch {
    return false;
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw new Refused('malformed', 'the signed text is not JSON');
  }
}

/** The parsed payload of a signed text, if one of its signatures is by a known key. Rejects with Refused. */
export async function openSigned(
  value: unknown,
  keys: readonly PublicKey[],
  verify?: VerifySignature,
): Promise<unknown> {
  const { payload, signatures } = asSigned(value);
  const check = verify ?? (await platformVerification());
  const content = new TextEncoder().encode(payload);
  for (const entry of signatures) {
    if (await fits(entry, content, keys, check)) return parsed(payload);
  }
  throw new Refused('unsigned', 'no known key signed it');
}

/** Rejects with Refused what is of another schema or past its `expiresAt`. */
export function checkExpiry(value: unknown, now: number): void {
  if (!isObject(value) || value.schema !== 2) throw new Refused('malformed', 'another schema');
  if (typeof value.expiresAt !== 'number' || Number.isNaN(new Date(value.expiresAt).getTime())) {
    throw new Refused('malformed', 'no expiry');
  }
  if (value.expiresAt < now) throw new Refused('expired', `it expired at ${new Date(value.expiresAt).toISOString()}`);
}

/** Whether `next` comes after `last`: a later epoch, or the same one with a renewed expiry. */
export const isNewer = (
  next: Pick<Manifest, 'epoch' | 'issuedAt'>,
  last: Pick<Manifest, 'epoch' | 'issuedAt'>,
): boolean => next.epoch > last.epoch || (next.epoch === last.epoch && next.issuedAt > last.issuedAt);

export type Acceptance = {
  readonly keys: readonly PublicKey[];
  /** Unix milliseconds. */
  readonly now: number;
  /** The newest manifest ever taken: an older one is a replay. */
  readonly after?: Pick<Manifest, 'epoch' | 'issuedAt'> | undefined;
  readonly verify?: VerifySignature;
};

/** The manifest in a signed text: signed by a known key, not expired, not older than the last. Rejects with Refused. */
export async function acceptManifest(value: unknown, { keys, now, after, verify }: Acceptance): Promise<Manifest> {
  const payload = await openSigned(value, keys, verify);
  checkExpiry(payload, now);
  const counted = isObject(payload) && [payload.epoch, payload.issuedAt].every(Number.isSafeInteger);
  if (!counted || !Array.isArray(payload.remotes)) {
    throw new Refused('malformed', 'no manifest');
  }
  const manifest = payload as unknown as Manifest;
  if (after && isNewer(after, manifest)) {
    throw new Refused('replayed', `epoch ${manifest.epoch} is older than ${after.epoch}, which was in force`);
  }
  return withHostSlot(manifest);
}

/** The preview in a signed text, if the manifest in force lists it and it has not expired. Rejects with Refused. */
export async function acceptPreview(
  value: unknown,
  { keys, now, verify }: Omit<Acceptance, 'after'>,
  { previews = [] }: Pick<Manifest, 'previews'>,
): Promise<Preview> {
  const payload = await openSigned(value, keys, verify);
  checkExpiry(payload, now);
  if (!isObject(payload) || !isObject(payload.preview)) throw new Refused('malformed', 'no preview');
  const preview = payload as unknown as Preview;
  if (!previews.includes(preview.id)) throw new Refused('ended', 'this preview was ended');
  return preview;
}
