import { join } from 'node:path';
import type { Pixels } from '@tessera/api/payees/qr';
import sharp from 'sharp';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type Asker, turns } from '../../platform/limits/turns.ts';
import { confined } from '../../platform/process/confined.ts';

/** Longest sides in pixels at which a code is looked for: a large one is found in the small picture, a small one in the large. */
const SIDES = [1_000, 500];
const SEARCH = { program: join(import.meta.dirname, 'qr-process.ts'), takesAtMost: 20_000, megabytes: 128 } as const;

/** Searches of this process: one at a time leaves the other processors to everything else. */
const inTurn = turns({ atOnce: 1, waiting: 20 });

/** The text of the QR code in an uploaded picture. Rejects with `qr_unreadable`, and with `rate_limited` where too many wait. */
export async function qrTextOf(picture: Uint8Array, asker: Asker): Promise<string> {
  const text = await inTurn(asker, async () => {
    const pictures: Pixels[] = [];
    for (const side of SIDES) {
      const { data, info } = await sharp(picture)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      pictures.push({ width: info.width, height: info.height, data });
    }
    return confined<string | null>(pictures, SEARCH);
  });
  if (text === null) throw new DomainError('qr_unreadable', { field: 'qrcode' });
  return text;
}
