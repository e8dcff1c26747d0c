import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Drawing, Loop } from './piece.ts';
import type { Stereo } from './sound.ts';

/** Pixels of the widths that a picture is offered in. */
export const WIDTHS = [320, 640, 1200];

export const open = (drawing: Drawing): Sharp =>
  typeof drawing === 'string'
    ? sharp(Buffer.from(drawing), { limitInputPixels: false, unlimited: true })
    : sharp(drawing.data, { raw: { width: drawing.width, height: drawing.height, channels: 3 } });

/** The decoded picture, so that each size is made from the same pixels. */
export async function flat(drawing: Drawing): Promise<Sharp> {
  const { data, info } = await open(drawing).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const inFolder = <T>(work: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'nft-art-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const ffmpeg = (...options: string[]) =>
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Same input, same bytes: no times, no names of encoders. */
const BARE = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** H.264, which every browser plays, in at most `most` bytes. */
export async function video(loop: Loop, most: number): Promise<Buffer> {
  const frames: Buffer[] = [];
  let size = { width: 0, height: 0 };
  for (let frame = 0; frame < loop.frames; frame++) {
    const { data, info } = await open(loop.step(frame)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    frames.push(data);
    size = info;
  }
  return inFolder((folder) => {
    const [raw, out] = [join(folder, 'frames'), join(folder, 'out.mp4')];
    writeFileSync(raw, Buffer.concat(frames));
    for (let quality = 26; quality < 46; quality += 3) {
      ffmpeg(
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgb24',
        '-s',
        `${size.width}x${size.height}`,
        '-r',
        String(loop.perSecond),
        '-i',
        raw,
        '-an',
        '-c:v',
        'libx264',
        '-threads',
        '1',
        '-preset',
        'medium',
        '-crf',
        String(quality),
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
        ...BARE,
        out,
      );
      const bytes = readFileSync(out);
      if (bytes.length <= most) return bytes;
    }
    throw new Error(`${loop.id} does not fit`);
  });
}

/** MP3, which every browser plays without a licence of its own. */
export function audio({ rate, left, right }: Stereo): Buffer {
  const samples = new Float32Array(left.length * 2);
  for (let index = 0; index < left.length; index++) {
    samples[index * 2] = left[index] as number;
    samples[index * 2 + 1] = right[index] as number;
  }
  return inFolder((folder) => {
    const [raw, out] = [join(folder, 'samples'), join(folder, 'out.mp3')];
    writeFileSync(raw, Buffer.from(samples.buffer));
    ffmpeg(
      '-f',
      'f32le',
      '-ar',
      String(rate),
      '-ac',
      '2',
      '-i',
      raw,
      '-c:a',
      'libmp3lame',
      '-b:a',
      '56k',
      '-id3v2_version',
      '0',
      '-write_xing',
      '1',
      ...BARE,
      out,
    );
    return readFileSync(out);
  });
}

/** A loop as animated WebP, or as GIF where that is smaller, in at most `most` bytes. */
export async function animation(
  loop: Loop,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly type: 'image/webp' | 'image/gif' }> {
  for (const [width, quality] of [
    [480, 72],
    [480, 55],
    [420, 50],
    [360, 45],
    [320, 40],
  ] as const) {
    const frames: Buffer[] = [];
    for (let frame = 0; frame < loop.frames; frame++)
      frames.push(await open(loop.step(frame)).resize({ width }).png().toBuffer());
    const joined = sharp(frames, { join: { animated: true } });
    const delay = frames.map(() => Math.round(1000 / loop.perSecond));
    const [webp, gif] = await Promise.all([
      joined.clone().webp({ loop: 0, delay, quality, effort: 5 }).toBuffer(),
      joined.clone().gif({ loop: 0, delay, effort: 10, dither: 0 }).toBuffer(),
    ]);
    if (Math.min(webp.length, gif.length) > most) continue;
    return webp.length <= gif.length ? { bytes: webp, type: 'image/webp' } : { bytes: gif, type: 'image/gif' };
  }
  throw new Error(`${loop.id} does not fit`);
}
