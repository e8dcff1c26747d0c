import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Pixels } from '@tessera/api/payees/qr';
import sharp from 'sharp';
import { DomainError } from '../../platform/http/domain-error.ts';
import { turns } from '../../platform/limits/turns.ts';

/** Longest sides in pixels at which a code is looked for: a large one is found in the small picture, a small one in the large. */
const SIDES = [1_000, 500];
/** ms that the search may take, the start of its thread included. */
const TAKES_AT_MOST = 10_000;
const MEGABYTES = 128;

/** Searches of this process: one at a time leaves the other processors to everything else. */
const inTurn = turns({ atOnce: 1, waiting: 20 });

/** Null where there is no code, or the search takes too long. */
async function search(pictures: readonly Pixels[]): Promise<string | null> {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), {
    workerData: pictures,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const late = AbortSignal.timeout(TAKES_AT_MOST);
  try {
    const [text] = (await once(worker, 'message', { signal: late })) as [string | null];
    return text;
  } catch (error) {
    if (late.aborted) return null;
    throw error;
  } finally {
    await worker.terminate();
  }
}

/** The text of the QR code in an uploaded picture. Rejects with `qr_unreadable`, and with `rate_limited` where too many wait. */
export async function qrTextOf(picture: Uint8Array): Promise<string> {
  const text = await inTurn(async () => {
    const pictures: Pixels[] = [];
    for (const side of SIDES) {
      const { data, info } = await sharp(picture)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      pictures.push({ width: info.width, height: info.height, data });
    }
    return search(pictures);
  });
  if (text === null) throw new DomainError('qr_unreadable', { field: 'qrcode' });
  return text;
}
