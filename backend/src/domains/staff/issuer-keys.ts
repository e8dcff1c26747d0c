import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose';
import * as z from 'zod/mini';

/** ms for which keys are used: those that an issuer rotated out end with it. */
const KEPT = 10 * 60_000;
/** ms after a fetch, failed ones included, before a key that is not among them has them fetched again. */
const PAUSE = 60_000;
const ANSWERS_WITHIN = 5_000;
/** Bytes of a set of keys at most; those of large issuers have about 10 000. */
const LARGEST = 65_536;

const keySet = z.object({
  keys: z
    .array(z.looseObject({ kty: z.enum(['RSA', 'EC', 'OKP']), kid: z.string() }))
    .check(z.minLength(1), z.maxLength(50)),
});

type Keys = ReturnType<typeof createLocalJWKSet>;
type KeyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<Keys>;

/** The keys of an issuer cannot be had now. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

async function download(address: string): Promise<Keys> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(ANSWERS_WITHIN),
    headers: { accept: 'application/json' },
    // An issuer that is taken over must not direct the backend to addresses of its own network.
    redirect: 'error',
  });
  if (!response.ok) throw new KeysUnavailable(`HTTP ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > LARGEST) throw new KeysUnavailable('too large');
    parts.push(part);
  }
  return createLocalJWKSet(keySet.parse(JSON.parse(Buffer.concat(parts).toString())));
}

/** The public keys of one issuer, from the address that the settings name for it. */
export function issuerKeys(address: string, now: () => number): KeyOf {
  let keys: { readonly of: Keys; readonly at: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const fetchOnce = (): Promise<void> => {
    triedAt = now();
    const at = triedAt;
    underWay ??= download(address)
      .then((of) => {
        keys = { of, at };
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };

  /** Fetches the keys unless that was done a moment ago. */
  async function renew(): Promise<void> {
    if (!underWay && now() - triedAt < PAUSE) return;
    try {
      await (underWay ?? fetchOnce());
    } catch (error) {
      throw new KeysUnavailable('the keys of the issuer cannot be fetched', { cause: error });
    }
  }

  const inForce = (): Keys => {
    if (!keys || now() - keys.at >= KEPT) throw new KeysUnavailable('no keys of the issuer');
    return keys.of;
  };

  return async (header, token) => {
    if (!keys || now() - keys.at >= KEPT) await renew();
    try {
      return await inForce()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await renew();
      return inForce()(header, token);
    }
  };
}
