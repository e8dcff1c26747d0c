import { uploadRules } from '@tessera/api/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { DomainError } from '../http/domain-error.ts';
import { type Asker, turns } from '../limits/turns.ts';

const LONGEST_SIDE = 2_000;
/**
 * Pixels that may be decoded: a small file can claim to be enormous. A baseline JPEG is shrunk while it is decoded, so that
 * the photos of phones with 48, 50 and 200 megapixels take 0.3 s and 100 MB. All else is held whole: a progressive JPEG of
 * 210 megapixels took 1.3 GB.
 */
const PIXELS = { shrunk: 210_000_000, whole: 40_000_000 } as const;
const SECONDS = 10;
const QUALITY = 85;

const accepted: readonly string[] = uploadRules.types;

/**
 * Decoding uses the threads that check passwords and proofs of sessions: of a node one at a time, in the turn of its address and
 * account.
 */
const inTurn = turns({ atOnce: 1, waiting: 40 });

/** Why a picture of an accepted kind could not be decoded, by the words of libvips. */
export function faultOf(error: unknown, pixels: number): DomainError {
  const { message = '' } = error instanceof Error ? error : {};
  if (/pixel limit/i.test(message)) {
    return new DomainError('upload_too_many_pixels', {
      field: 'file',
      params: { megapixels: pixels / 1_000_000 },
      cause: error,
    });
  }
  if (/^timeout: \d+% complete/.test(message))
    return new DomainError('upload_too_slow', { field: 'file', cause: error });
  return new DomainError('upload_damaged', { field: 'file', cause: error });
}

/** How files of the accepted kinds begin. Of others nothing more is read: to find out what an archive is takes a third of a second. */
const BEGINS = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF[\s\S]{4}WEBP)/;
const HEAD = 12;

async function isAccepted(bytes: Buffer): Promise<boolean> {
  if (!BEGINS.test(bytes.toString('latin1', 0, HEAD))) return false;
  const type = await fileTypeFromBuffer(bytes);
  return type !== undefined && accepted.includes(type.mime);
}

/**
 * Decodes and re-encodes a picture: rotated upright, scaled, without metadata. Rejects other kinds of files
 * (`upload_not_an_image`), enormous ones (`upload_too_many_pixels`), what cannot be decoded (`upload_damaged`), and what
 * takes too long (`upload_too_slow`), or has no place among those that wait (`rate_limited`).
 */
export async function cleanPicture(bytes: Buffer, asker: Asker): Promise<Buffer> {
  if (!(await isAccepted(bytes))) throw new DomainError('upload_not_an_image', { field: 'file' });
  return inTurn(asker, async () => {
    let pixels: number = PIXELS.whole;
    try {
      const { format, isProgressive } = await sharp(bytes, { limitInputPixels: PIXELS.shrunk }).metadata();
      if (format === 'jpeg' && !isProgressive) pixels = PIXELS.shrunk;
      return await sharp(bytes, { limitInputPixels: pixels, failOn: 'error' })
        .timeout({ seconds: SECONDS })
        .rotate()
        .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: QUALITY })
        .toBuffer();
    } catch (error) {
      throw faultOf(error, pixels);
    }
  });
}
