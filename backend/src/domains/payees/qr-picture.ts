import { readQr } from '@tessera/api/payees/qr';
import sharp from 'sharp';
import { DomainError } from '../../platform/http/domain-error.ts';

/** Longest sides in pixels at which a code is looked for: a large one is found in the small picture, a small one in the large. */
const SIDES = [1_000, 500];

/** The text of the QR code in an uploaded picture. Rejects with `qr_unreadable`. */
export async function qrTextOf(picture: Uint8Array): Promise<string> {
  for (const side of SIDES) {
    const { data, info } = await sharp(picture)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const text = readQr({ width: info.width, height: info.height, data });
    if (text !== null) return text;
  }
  throw new DomainError('qr_unreadable', { field: 'qrcode' });
}
