import { createHash } from 'node:crypto';
import sharp from 'sharp';

const WIDTH = 16;
const HEIGHT = 16;

export type PictureHash = {
  readonly sha256: Buffer;
  /** 256 bits as text, for `bit(256)`; null for a picture without structure, which would look like any other. */
  readonly look: string | null;
};

/**
 * Hashes of a re-encoded picture. `look` is a difference hash: whether each of 16 × 16 cells is darker than its right
 * neighbour. Scaling and compression change few of its bits.
 */
export async function hashPicture(jpeg: Buffer): Promise<PictureHash> {
  const cells = await sharp(jpeg)
    .greyscale()
    .resize({ width: WIDTH + 1, height: HEIGHT, fit: 'fill' })
    .raw()
    .toBuffer();
  let look = '';
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const at = row * (WIDTH + 1) + column;
      look += (cells[at] as number) < (cells[at + 1] as number) ? '1' : '0';
    }
  }
  return { sha256: createHash('sha256').update(jpeg).digest(), look: look.includes('1') ? look : null };
}
