import { request } from 'node:http';
import type * as z from 'zod';
import {
  announcedShape,
  knownShape,
  refusalShape,
  type Signed,
  SignerRefusal,
  type SignerStatus,
  type SignRequest,
  signedShape,
  statusShape,
} from './protocol.ts';

export type SignerClient = {
  status(): Promise<SignerStatus>;
  /** Tells the signer of addresses, once: their delay begins. Returns since when it knows each, Unix ms. */
  announce(chain: string, addresses: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Rejects with `SignerRefusal`; with another error where the signer is not reached. Repeating it is safe. */
  sign(request: SignRequest): Promise<Signed>;
  /**
   * All that was signed of these payments, of each the oldest first: any version may be the one that is mined. What is too much
   * for one response is asked for in parts; rejects where one payment is.
   */
  known(ids: readonly string[]): Promise<readonly Signed[]>;
};

const WITHIN = 30_000;
/** Bytes of a response. */
const MOST = 8_000_000;

class TooMuch extends Error {
  constructor() {
    super('the signer sent too much');
  }
}

function post(socketPath: string, path: string, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method: 'POST', timeout: WITHIN, agent: false }, (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > MOST) response.destroy(new TooMuch());
        else parts.push(part);
      });
      response.once('error', reject);
      response.once('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString('utf8')));
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.once('timeout', () => sent.destroy(new Error('the signer did not respond in time')));
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** The signer behind a Unix socket. Nothing is opened before the first call. */
export function openSigner(socketPath: string): SignerClient {
  async function call<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    const response = await post(socketPath, path, body);
    const refusal = refusalShape.safeParse(response);
    if (refusal.success) throw new SignerRefusal(refusal.data.error, refusal.data.detail);
    return shape.parse(response);
  }
  async function known(ids: readonly string[]): Promise<readonly Signed[]> {
    try {
      return (await call('/known', { ids }, knownShape)).signed;
    } catch (error) {
      if (!(error instanceof TooMuch) || ids.length < 2) throw error;
    }
    const half = Math.ceil(ids.length / 2);
    const first = await known(ids.slice(0, half));
    const txids = new Set(first.map(({ txid }) => txid));
    // A transaction may pay several.
    return [...first, ...(await known(ids.slice(half))).filter(({ txid }) => !txids.has(txid))];
  }
  return {
    status: () => call('/status', {}, statusShape),
    async announce(chain, addresses) {
      const announced = await call('/announce', { chain, addresses }, announcedShape);
      return new Map(announced.addresses.map(({ address, at }) => [address, at]));
    },
    sign: (asked) => call('/sign', asked, signedShape),
    known,
  };
}
