import type { Signed } from './manifest.ts';
import { type Acceptance, checkExpiry, openSigned, Refused } from './verify.ts';

/** Lets a page run one remote from a development server of the developer's machine, until a time. */
export type OverrideGrant = {
  readonly schema: 2;
  readonly override: { readonly name: string; readonly origin: string };
  /** Unix milliseconds. */
  readonly expiresAt: number;
};

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}$/;
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Whether an origin can only lead to the machine that opens the page. */
export const isLoopback = (origin: string): boolean => LOOPBACK.test(origin);

/** A signed grant as the value of a URL's parameter `override`: base64url of its JSON, which is ASCII. */
export const grantText = (signed: Signed): string =>
  btoa(JSON.stringify(signed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function signedIn(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    throw new Refused('malformed', 'only a grant of this platform can override a remote');
  }
}

/**
 * The grant in a parameter `override`: signed by a known key, not expired, of a loopback origin. Without that, a link
 * and any app that listens on the device would run code with the user's session. Rejects with Refused.
 */
export async function acceptGrant(
  text: string,
  { keys, now, verify }: Omit<Acceptance, 'after'>,
): Promise<OverrideGrant> {
  const payload = (await openSigned(signedIn(text), keys, verify)) as Partial<OverrideGrant> | null;
  checkExpiry(payload, now);
  const { name, origin } = payload?.override ?? {};
  if (typeof name !== 'string' || !NAME.test(name) || typeof origin !== 'string' || !isLoopback(origin)) {
    throw new Refused('malformed', 'the signed text is no grant for a loopback address');
  }
  return payload as OverrideGrant;
}
