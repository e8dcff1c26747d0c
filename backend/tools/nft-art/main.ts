/*
 * Draws, plays and encodes the works of the demonstration's marketplace, into `backend/assets/nft`: files named by their
 * content, and `content.json`, which describes them. It needs ffmpeg with libx264 and libmp3lame; the backend does not.
 *
 *   node backend/tools/nft-art/main.ts
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { artists } from './artists.ts';
import { animation, audio, flat, video, WIDTHS } from './encode.ts';
import type { Drawing, Work } from './piece.ts';
import { peaksOf } from './sound.ts';

const FOLDER = join(import.meta.dirname, '../../assets/nft');
/** Bytes of one work with all its files. */
const MOST = 300_000;
/** Parts of a waveform. */
const PEAKS = 160;
const AVATAR = 256;

const EXTENSIONS = {
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
} as const;
type Type = keyof typeof EXTENSIONS;

type Written = { readonly bytes: Buffer; readonly type: Type };

/** Writes a file under the hash of its content. Returns its path at the exchange. */
function keep({ bytes, type }: Written): string {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${EXTENSIONS[type]}`;
  writeFileSync(join(FOLDER, name), bytes);
  return `/api/nft/media/${name}`;
}

type Sized = { readonly width: number; readonly webp: Buffer; readonly avif: Buffer };
type Pictures = {
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly Sized[];
  readonly placeholder: string;
};

const bytesOf = ({ sizes }: Pictures) => sizes.reduce((sum, { webp, avif }) => sum + webp.length + avif.length, 0);

async function encoded(picture: Sharp, quality: number): Promise<Pictures> {
  const { width = 0, height = 0 } = await picture.clone().metadata();
  const widths = [...WIDTHS.filter((each) => each < width), Math.min(width, WIDTHS.at(-1) ?? width)];
  const sizes: Sized[] = [];
  for (const each of [...new Set(widths)]) {
    const scaled = picture.clone().resize({ width: each });
    sizes.push({
      width: each,
      webp: await scaled
        .clone()
        .webp({ quality: quality + 16, effort: 5 })
        .toBuffer(),
      avif: await scaled.clone().avif({ quality, effort: 3 }).toBuffer(),
    });
  }
  const tiny = await picture.clone().resize({ width: 16 }).webp({ quality: 30, effort: 6 }).toBuffer();
  return { width, height, sizes, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** All sizes of a picture in at most `most` bytes, as good as fits. */
async function pictures(drawing: Drawing, most: number): Promise<Pictures> {
  const picture = await flat(drawing);
  for (let quality = 54; quality >= 20; ) {
    const result = await encoded(picture, quality);
    const over = bytesOf(result) / most;
    if (over <= 1) return result;
    quality -= over > 1.5 ? 14 : 7;
  }
  throw new Error('a picture does not fit');
}

const shown = ({ width, height, sizes, placeholder }: Pictures) => ({
  width,
  height,
  placeholder,
  pictures: sizes.map((size) => ({
    width: size.width,
    webp: keep({ bytes: size.webp, type: 'image/webp' }),
    avif: keep({ bytes: size.avif, type: 'image/avif' }),
  })),
});

const sourceOf = (file: Written) => ({ path: keep(file), mime: file.type });

async function mediaOf(work: Work) {
  if (work.kind === 'image')
    return {
      type: work.kind,
      ...shown(await pictures(work.draw(), MOST)),
      source: null,
      duration: null,
      waveform: null,
    };
  if (work.kind === 'audio') {
    const sound = work.play();
    const file: Written = { bytes: audio(sound), type: 'audio/mpeg' };
    const peaks = peaksOf(sound, PEAKS);
    const cover = shown(await pictures(work.cover(peaksOf(sound, 96)), MOST - file.bytes.length));
    const duration = Math.round((sound.left.length / sound.rate) * 1000);
    return {
      type: work.kind,
      ...cover,
      source: sourceOf(file),
      duration,
      waveform: peaks.map((peak) => Math.round(peak * 100)),
    };
  }
  const poster = await pictures(work.step(0), 110_000);
  const file: Written =
    work.kind === 'gif'
      ? await animation(work, MOST - bytesOf(poster))
      : { bytes: await video(work, MOST - bytesOf(poster)), type: 'video/mp4' };
  return {
    type: work.kind,
    ...shown(poster),
    source: sourceOf(file),
    duration: Math.round((work.frames * 1000) / work.perSecond),
    waveform: null,
  };
}

const one = async (drawing: Drawing, width: number, height: number) =>
  keep({
    bytes: await (await flat(drawing))
      .resize({ width, height, fit: 'cover' })
      .webp({ quality: 78, effort: 6 })
      .toBuffer(),
    type: 'image/webp',
  });

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const content = [];
for (const artist of artists) {
  const works = await Promise.all(
    artist.works.map(async (work) => {
      const { id, title, collection, rarity, properties } = work;
      return { id, title, collection, rarity, properties, media: await mediaOf(work) };
    }),
  );
  const cover = await one(artist.cover(), 1200, 400);
  const { id, name, collections } = artist;
  content.push({ id, name, avatar: await one(artist.avatar(), AVATAR, AVATAR), cover, collections, works });
  process.stdout.write(`${name}: ${works.length} works\n`);
}
writeFileSync(join(FOLDER, 'content.json'), `${JSON.stringify(content, null, 1)}\n`);
