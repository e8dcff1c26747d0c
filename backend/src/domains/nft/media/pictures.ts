import { mediaRules } from '@tessera/api/nft/artists-rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '../../../platform/http/domain-error.ts';

/**
 * Pixels of an AVIF: its decoder holds the picture whole, in 19 to 25 bytes a pixel. One of 60 million, in a file of 1,300
 * bytes, took 1.5 GB.
 */
const AVIF_PIXELS = 24_000_000;
/** Widths in pixels that a picture is offered in, and the greatest of a moving one. */
const WIDTHS = [320, 640, 1_200] as const;
const MOVING_WIDTH = 640;
/** Seconds that one step of decoding and encoding may take. */
const SECONDS = 20;

/** A file to be stored. */
export type Written = { readonly content: Uint8Array; readonly ending: string };

/** A still picture in its sizes, and the moving one where it moves. Widths and heights in pixels. */
export type CleanPicture = {
  readonly width: number;
  readonly height: number;
  /** A few pixels as a `data:` address. */
  readonly placeholder: string;
  readonly sizes: readonly { readonly width: number; readonly webp: Uint8Array; readonly avif: Uint8Array }[];
  readonly moving: { readonly file: Written; readonly duration: number } | null;
};

const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
]);

const unreadable = (cause?: unknown) => new DomainError('media_unreadable', { field: 'file', cause });

/** What a file is by its content: a picture, something that plays, or null. Names and headers are not asked. */
export async function sniff(content: Uint8Array): Promise<'picture' | 'playable' | null> {
  const found = await fileTypeFromBuffer(content);
  if (!found) return null;
  if (PICTURES.has(found.mime)) return 'picture';
  return /^(?:audio|video)\//.test(found.mime) || found.mime.startsWith('application/ogg') ? 'playable' : null;
}

/** Pixels of one frame and the number of frames, read from the head of the file: nothing is decoded yet. */
async function measure(content: Uint8Array) {
  const {
    format,
    width,
    height,
    pageHeight,
    pages = 1,
    delay = [],
  } = await sharp(content, { limitInputPixels: false }).metadata();
  const tall = pageHeight ?? height;
  if (Math.max(width, tall) < mediaRules.least) {
    throw new DomainError('media_too_small', { field: 'file', params: { min: mediaRules.least } });
  }
  const most = format === 'heif' ? AVIF_PIXELS : mediaRules.pixels;
  if (width * tall * pages > most || pages > mediaRules.frames) {
    throw new DomainError('media_too_large', { field: 'file' });
  }
  return { pages, delay };
}

async function sizesOf(picture: Sharp, width: number): Promise<CleanPicture['sizes']> {
  const widths = [...WIDTHS.filter((each) => each < width), Math.min(width, WIDTHS.at(-1) ?? width)];
  const sizes: CleanPicture['sizes'][number][] = [];
  for (const each of new Set(widths)) {
    const scaled = picture.clone().resize({ width: each });
    sizes.push({
      width: each,
      webp: await scaled.clone().webp({ quality: 78, effort: 4 }).toBuffer(),
      avif: await scaled.clone().avif({ quality: 55, effort: 2 }).toBuffer(),
    });
  }
  return sizes;
}

/**
 * Decodes a picture and writes it anew: upright, in sRGB, in several sizes, without metadata. Rejects with
 * `media_unreadable`, `media_too_small` and `media_too_large`.
 */
export async function cleanPicture(content: Uint8Array): Promise<CleanPicture> {
  try {
    const { pages, delay } = await measure(content);
    const options = { limitInputPixels: mediaRules.pixels, failOn: 'error' } as const;
    const { data, info } = await sharp(content, options)
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ width: mediaRules.most, height: mediaRules.most, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const picture = sharp(data, { raw: { width, height, channels } });
    const tiny = await picture.clone().resize({ width: 16 }).webp({ quality: 30 }).toBuffer();
    return {
      width,
      height,
      placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
      sizes: await sizesOf(picture, width),
      moving: pages > 1 ? await cleanLoop(content, delay) : null,
    };
  } catch (error) {
    throw error instanceof DomainError ? error : unreadable(error);
  }
}

/** A moving picture as animated WebP. */
async function cleanLoop(content: Uint8Array, delay: readonly number[]): Promise<CleanPicture['moving']> {
  const webp = await sharp(content, { limitInputPixels: mediaRules.pixels, failOn: 'error', animated: true })
    .timeout({ seconds: SECONDS })
    .resize({ width: MOVING_WIDTH, withoutEnlargement: true })
    .webp({ quality: 72, effort: 2, loop: 0 })
    .toBuffer();
  if (webp.length > mediaRules.maxBytes) throw new DomainError('media_too_large', { field: 'file' });
  return {
    file: { content: webp, ending: 'webp' },
    duration: delay.reduce((sum, each) => sum + each, 0),
  };
}
