import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PageReports, ReportingPage } from '@tessera/releases';

/** ms after which the reports of a page no longer count. */
const HOLDS = 24 * 3_600_000;

const encode = (bytes: Buffer): string => bytes.toString('base64url');

/** Nonces of pages: the registry keeps none of them, it recognizes its own by a secret key. */
export class PageNonces {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** `now` returns Unix milliseconds. */
  constructor(key: Buffer, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  issue(page: ReportingPage): string {
    const stated = `${encode(randomBytes(9))}.${this.#now().toString(36)}`;
    return `${stated}.${encode(this.#code(stated, page))}`;
  }

  /** The identity of the page that sent the reports; undefined if the nonce is not this page's, or is a day old. */
  pageOf({ nonce, epoch, arms }: PageReports): string | undefined {
    const [id = '', at = '', code = ''] = nonce.split('.');
    const expected = this.#code(`${id}.${at}`, { epoch, arms });
    const given = Buffer.from(code, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return this.#now() - Number.parseInt(at, 36) <= HOLDS ? id : undefined;
  }

  /** A short pseudonym of a network, so that none is written to disk. */
  pseudonym(network: string): string {
    return encode(createHmac('sha256', this.#key).update(`network ${network}`).digest().subarray(0, 6));
  }

  #code(stated: string, { epoch, arms }: ReportingPage): Buffer {
    const text = JSON.stringify(['page', stated, epoch, arms]);
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, 16);
  }
}
