import { uploadRules } from '@tessera/api/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { DomainError } from '../http/domain-error.ts';

const LONGEST_SIDE = 2_000;
/** Pixels that may be decoded: a small file can claim to be enormous. */
const PIXELS = 40_000_000;
const SECONDS = 10;
const QUALITY = 85;

const accepted: readonly string[] = uploadRules.types;

/** Decodes and re-encodes a picture: rotated upright, scaled, without metadata. Rejects anything else. */
export async function cleanPicture(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.includes(type.mime)) throw new DomainError('upload_not_an_image', { field: 'file' });
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw new DomainError('upload_not_an_image', { field: 'file', cause: error });
  }
}
