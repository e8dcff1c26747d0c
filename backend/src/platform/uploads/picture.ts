import { uploadRules } from '@tessera/api/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { DomainError } from '../http/domain-error.ts';

const LONGEST_SIDE = 2_000;
/**
 * Pixels that may be decoded: a small file can claim to be enormous. A JPEG is shrunk while it is decoded, so that the
 * photos of phones with 48, 50 and 200 megapixels take 0.2 s and 160 MB; other kinds are held whole.
 */
const PIXELS = { jpeg: 210_000_000, other: 60_000_000 } as const;
const SECONDS = 10;
const QUALITY = 85;

const accepted: readonly string[] = uploadRules.types;

/** Why a picture of an accepted kind could not be decoded. */
function faultOf(error: unknown, pixels: number): DomainError {
  const { message = '' } = error instanceof Error ? error : {};
  if (/pixel limit/i.test(message)) {
    return new DomainError('upload_too_many_pixels', {
      field: 'file',
      params: { megapixels: pixels / 1_000_000 },
      cause: error,
    });
  }
  return new DomainError('upload_damaged', { field: 'file', cause: error });
}

/**
 * Decodes and re-encodes a picture: rotated upright, scaled, without metadata. Rejects other kinds of files
 * (`upload_not_an_image`), enormous ones (`upload_too_many_pixels`), and what cannot be decoded (`upload_damaged`).
 */
export async function cleanPicture(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.includes(type.mime)) throw new DomainError('upload_not_an_image', { field: 'file' });
  const pixels = type.mime === 'image/jpeg' ? PIXELS.jpeg : PIXELS.other;
  try {
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
}
