import { randomFillSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nftStage } from '../../../../test/nft-stage.ts';
import { nftStudio, picture, seededContent, seededFile } from '../../../../test/nft-studio.ts';
import type { Person } from '../../../../test/people.ts';
import { signInStaff } from '../../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { packetsOf } from './packets.ts';
import { cleanPlayable } from './playable.ts';
import { remux } from './remux.ts';

const DAY = 86_400_000;
const MIB = 1024 * 1024;

let app: TestApp;
let studio: ReturnType<typeof nftStudio>;
let stage: ReturnType<typeof nftStage>;
let ann: Person;
let eve: Person;
let names = 0;
/** A user who is an artist. */
async function artist(): Promise<Person> {
  const person = await stage.person({});
  names += 1;
  await stage.artist(person.id, `Artist ${names}`);
  return person;
}
beforeAll(async () => {
  app = await createTestApp();
  studio = nftStudio(app);
  stage = nftStage(app);
  [ann, eve] = [await artist(), await artist()];
});
afterAll(() => app.close());

const latest = async ({ token }: Person) => (await app.ok('GET /bind_box/submissions', {}, { token })).list[0];
const rejected = async (person: Pick<Person, 'token'>, file: Uint8Array, name?: string) =>
  (await studio.send(person, file, name)).error;

/** A box of ISO base media: four bytes of length, its name, its content. */
const box = (name: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** A film of one key frame of H.264, which its table of chunks names as often as is asked: bytes that are there once. */
function repeated(bytes: number, times: number): Buffer {
  const source = seededFile('video');
  const at = source.indexOf('stsd') - 4;
  const codec = source.subarray(at, at + source.readUInt32BE(at));
  const rate = 120;
  const lasts = Math.round((times * 1_000) / rate);
  const upright = words(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
  const frame = Buffer.alloc(bytes, 0x41);
  frame.writeUInt32BE(bytes - 4);
  frame[4] = 0x65;
  const head = box('ftyp', Buffer.from('isom'), words(512), Buffer.from('isomiso2avc1mp41'));
  const tables = (offset: number) =>
    box(
      'stbl',
      codec,
      box('stts', words(0, 1, times, 1)),
      box('stsc', words(0, 1, 1, 1, 1)),
      box('stsz', words(0, bytes, times)),
      box('stco', words(0, times, ...Array.from({ length: times }, () => offset))),
    );
  const about = (offset: number) =>
    box(
      'moov',
      box('mvhd', words(0, 0, 0, 1_000, lasts, 0x1_0000, 0x100_0000, 0, 0), upright, words(0, 0, 0, 0, 0, 0, 2)),
      box(
        'trak',
        box('tkhd', words(3, 0, 0, 1, 0, lasts, 0, 0, 0, 0), upright, words(640 << 16, 640 << 16)),
        box(
          'mdia',
          box('mdhd', words(0, 0, 0, rate, times, 0x55c4_0000)),
          box('hdlr', words(0, 0), Buffer.from('vide'), words(0, 0, 0), Buffer.from('v\0')),
          box(
            'minf',
            box('vmhd', words(1, 0, 0)),
            box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
            tables(offset),
          ),
        ),
      ),
    );
  return Buffer.concat([head, about(head.length + about(0).length + 8), box('mdat', frame)]);
}

describe('files in disguise', () => {
  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" width="999" height="999"><script>alert(1)</script></svg>',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page behind the magic of a GIF', 'GIF89a/*<script>alert(1)</script>*/'],
    ['a PDF', '%PDF-1.7\n1 0 obj <<>> endobj'],
    ['a program', '#!/bin/sh\nid\n'],
    ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:5432/\n'],
    ['nothing', ''],
  ])('%s is no work, whatever its name says', async (_, content) => {
    for (const name of ['work.png', 'work.mp4', '../../work.mp3'])
      expect(await rejected(await artist(), Buffer.from(content), name)).toBe('media_unreadable');
  });

  it('what hides behind a picture or a film is not kept', async () => {
    const person = await artist();
    const secret = '<script>alert(document.domain)</script>';
    const zip = Buffer.concat([await picture(), Buffer.from(`PK\u0003\u0004${secret}`)]);
    const film = Buffer.concat([seededFile('video'), box('free', Buffer.from(secret)), Buffer.from(secret)]);
    const { message: still } = await studio.send(person, zip);
    const { message: filmId } = await studio.send(person, film, 'film.mp4');
    await studio.submit(person, filmId, { poster_id: still });
    const { media } = (await latest(person)) ?? {};
    const paths = [media?.source?.path, ...(media?.pictures.flatMap(({ webp, avif }) => [webp, avif]) ?? [])];
    for (const path of paths) {
      const { rawPayload, statusCode, headers } = await studio.look(path ?? '', { authorization: person.token });
      expect(statusCode).toBe(200);
      expect(rawPayload.includes(secret)).toBe(false);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it('where and with what a picture was taken is gone, and so are the tags of a film', async () => {
    const person = await artist();
    const photo = await sharp(await picture(500))
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('SecretCamera')).toBe(true);
    const { message: mediaId } = await studio.send(person, photo, 'photo.jpg');
    await studio.submit(person, mediaId);
    const path = (await latest(person))?.media.pictures.at(-1)?.webp ?? '';
    const kept = (await studio.look(path, { authorization: person.token })).rawPayload;
    expect(kept.includes('SecretCamera')).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();

    const film = seededFile('video');
    // ©xyz is where phones write the place.
    const place = box('udta', box('\u00a9xyz', Buffer.from([0, 18, 0x15, 0xc7]), Buffer.from('+52.5200+013.4050/')));
    const moov = film.indexOf('moov') - 4;
    const length = film.readUInt32BE(moov);
    const tagged = Buffer.concat([film.subarray(0, moov + length), place, film.subarray(moov + length)]);
    tagged.writeUInt32BE(length + place.length, moov);
    // The table of chunks counts from the start of the file.
    for (let at = tagged.indexOf('stco'); at > 0; at = tagged.indexOf('stco', at + 4))
      for (let entry = 0; entry < tagged.readUInt32BE(at + 8); entry++) {
        const place32 = at + 12 + entry * 4;
        tagged.writeUInt32BE(tagged.readUInt32BE(place32) + place.length, place32);
      }
    const written = await remux(tagged);
    expect(written).toMatchObject({ problem: null, kind: 'video', duration: 6_000 });
    if (written.problem !== null) throw new Error('the film was rejected');
    expect(tagged.includes('+52.5200')).toBe(true);
    expect(Buffer.from(written.content).includes('+52.5200')).toBe(false);
  });
});

describe('sounds and films whose content is none', () => {
  /** The same file with other bytes in its media data, box and tables untouched. */
  const withData = (file: Buffer, change: (data: Buffer) => void): Buffer => {
    const copy = Buffer.from(file);
    const at = copy.indexOf('mdat');
    change(copy.subarray(at + 4, at - 4 + copy.readUInt32BE(at - 4)));
    return copy;
  };

  it('a film whose container is right and whose packets are noise, zeros or cut is refused', async () => {
    const film = seededFile('video');
    expect(await remux(film)).toMatchObject({ problem: null, kind: 'video' });
    const changes: readonly ((data: Buffer) => void)[] = [
      (data) => void randomFillSync(data),
      (data) => void data.fill(0),
      // Only the last quarter: the beginning would play.
      (data) => void randomFillSync(data.subarray(Math.floor(data.length * 0.75))),
    ];
    for (const [index, change] of changes.entries()) {
      expect(await remux(withData(film, change)), String(index)).toEqual({ problem: 'media_unreadable' });
    }
    expect(await rejected(ann, withData(film, changes[0] as (data: Buffer) => void), 'film.mp4')).toBe(
      'media_unreadable',
    );
  });

  it('a film whose table of times claims another length than its packets is refused', async () => {
    const film = Buffer.from(seededFile('video'));
    const stts = film.indexOf('stts');
    // One entry of many: half of the pictures at ten times their time.
    const entries = film.readUInt32BE(stts + 8);
    expect(entries).toBeGreaterThan(0);
    film.writeUInt32BE(film.readUInt32BE(stts + 16) * 1_000, stts + 16);
    expect((await remux(film)).problem).not.toBeNull();
  });

  it('of a sound whose frames are noise nothing but what is left of frames is kept', async () => {
    const sound = seededFile('audio');
    expect(await remux(sound)).toMatchObject({ problem: null, kind: 'audio' });
    const noise = Buffer.from(sound);
    randomFillSync(noise.subarray(Math.floor(noise.length / 8)));
    const part = await remux(noise);
    expect(part.problem === null ? part.content.length : 0).toBeLessThan(sound.length / 4);
    randomFillSync(noise);
    expect(await remux(noise)).toEqual({ problem: 'media_unreadable' });
  });

  it('packets are framed as their codec has them', () => {
    const check = (codec: string, bytes: readonly number[], first = false) =>
      packetsOf(codec, undefined)?.(Uint8Array.from(bytes), first);
    expect(check('vp8', [0x30, 0, 0, 0x9d, 1, 0x2a, 64, 1, 240, 0, 7], true)).toBe(true);
    expect(check('vp8', [0x30, 0, 0, 0x9d, 1, 0x2b, 64, 1, 240, 0, 7], true)).toBe(false);
    expect(check('vp9', [0x82, 0x49, 0x83, 0x42, 0], true)).toBe(true);
    expect(check('vp9', [0x42, 0x49, 0x83, 0x42, 0], true)).toBe(false);
    expect(check('av1', [0x12, 0, 0x0a, 1, 0, 0x32, 1, 9], true)).toBe(true);
    expect(check('av1', [0x12, 0, 0x0a, 9, 0, 0x32, 1, 9], true)).toBe(false);
    expect(check('opus', [0x7b, 0x31, 1])).toBe(false);
    expect(check('opus', [0x78, 1, 2])).toBe(true);
    expect(check('vorbis', [1, 2])).toBe(false);
    expect(check('flac', [0xff, 0xf8, 0xc9, 0x18, 0, 0, 0])).toBe(true);
    expect(check('flac', [0xfe, 0xf8, 0xc9, 0x18, 0, 0, 0])).toBe(false);
    expect(check('aac', [])).toBe(false);
    expect(check('pcm-s24', [1, 2, 3, 4])).toBe(false);
    expect(
      packetsOf('avc', Uint8Array.from([1, 100, 0, 31, 0xff, 0xe1, 0]))?.(Uint8Array.from([0, 0, 0, 2, 0x65, 8]), true),
    ).toBe(true);
    expect(packetsOf('avc', Uint8Array.from([9, 9]))).toBeNull();
    expect(packetsOf('hevc', undefined)).toBeNull();
  });
});

describe('files made to exhaust', () => {
  it('pixels: a small file that claims a plane', async () => {
    const bomb = await picture();
    // The head of a PNG: name, width and height, and its checksum.
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await rejected(await artist(), bomb)).toBe('media_too_large');
  });

  it('pixels: an AVIF, whose decoder holds more of each than others do', async () => {
    const bomb = await sharp(await picture())
      .avif({ effort: 0 })
      .toBuffer();
    // Width and height follow the version of the box.
    bomb.writeUInt32BE(5_000, bomb.indexOf('ispe') + 8);
    bomb.writeUInt32BE(5_000, bomb.indexOf('ispe') + 12);
    expect(await rejected(await artist(), bomb)).toBe('media_too_large');
  });

  it('frames: more of them than a loop has', async () => {
    const frame = { create: { width: 320, height: 8, channels: 3 as const, background: '#112233' } };
    const frames = await Promise.all(
      Array.from({ length: 260 }, (_, index) =>
        sharp({ create: { ...frame.create, background: { r: index % 256, g: index >> 8, b: 9 } } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ effort: 1, keepDuplicateFrames: true })
      .toBuffer();
    expect(await rejected(await artist(), gif)).toBe('media_too_large');
  });

  it('durations: a film whose samples claim to last for hours', async () => {
    const film = Buffer.from(seededFile('video'));
    const table = film.indexOf('stts');
    // count, then delta of the first entry
    film.writeUInt32BE(film.readUInt32BE(table + 16) * 5_000, table + 16);
    expect(await remux(film)).toEqual({ problem: 'media_too_long' });
  });

  it('tables: a film that claims four billion samples', async () => {
    const film = Buffer.from(seededFile('video'));
    const table = film.indexOf('stsz');
    film.writeUInt32BE(1, table + 8);
    film.writeUInt32BE(0xffff_ffff, table + 12);
    const times = film.indexOf('stts');
    film.writeUInt32BE(0xffff_ffff, times + 12);
    film.writeUInt32BE(0, times + 16);
    const person = await artist();
    const before = process.memoryUsage().rss;
    const sent = await studio.send(person, film, 'film.mp4');
    // Whatever it is read as, it is bounded.
    if (sent.error !== undefined) expect(sent.error).toMatch(/^media_(unreadable|too_long|too_large)$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('copies: a film of one picture of megabytes that stands in its table thousands of times', async () => {
    const before = performance.now();
    expect(await cleanPlayable(repeated(9 * MIB, 6_000)).catch(({ code }) => code)).toBe('media_too_large');
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('size: more than an upload may have', async () => {
    const sent = await studio.send(await artist(), Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'film.mp4');
    expect(sent).toMatchObject({ type: 'error', error: 'upload_too_large' });
  });

  it('truncated: pictures and films that end too early', async () => {
    const still = await picture(600);
    expect(await rejected(await artist(), still.subarray(0, still.length / 2))).toBe('media_unreadable');
    const film = seededFile('video');
    const moov = film.indexOf('moov');
    expect(await remux(film.subarray(0, moov + 40))).toEqual({ problem: 'media_unreadable' });
    const cut = await remux(film.subarray(0, film.length - 60_000));
    // What is left of it is a whole film, or none.
    if (cut.problem === null) expect(cut.duration).toBeLessThan(6_000);
    const song = seededFile('audio');
    const heard = await remux(song.subarray(0, 60_000));
    expect(heard).toMatchObject({ problem: null, kind: 'audio', ending: 'mp3' });
  });

  it('too small to be looked at', async () => {
    expect(await rejected(await artist(), await picture(319))).toBe('media_too_small');
  });
});

describe('names of files', () => {
  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    `${'a'.repeat(64)}.html`,
    `${'a'.repeat(64)}.svg`,
    `${'a'.repeat(64)}`,
    `${'A'.repeat(64)}.webp`,
    `${'a'.repeat(63)}.webp`,
    `${'a'.repeat(64)}.webp%00.html`,
    'content.json',
    `sealed/u.${'a'.repeat(20)}.jpg`,
  ])('%s reaches nothing', async (name) => {
    const { statusCode } = await studio.look(`/api/nft/media/${name}`);
    expect(statusCode).toBe(404);
  });

  it.each(['bytes=5-2', 'bytes=a-b', 'items=0-1', 'bytes=0-1,4-5', `bytes=${'9'.repeat(40)}-`, 'bytes=-'])(
    'the range %s is read as none',
    async (range) => {
      const [path] = seededContent().flatMap(({ works }) => works.map(({ media }) => media.pictures[0]?.webp ?? ''));
      expect((await studio.look(path ?? '', { range })).statusCode).toBe(200);
    },
  );
});

describe('what belongs to others', () => {
  it("another's upload cannot become a work or a poster", async () => {
    const { message: mine } = await studio.send(ann, await picture());
    expect(await studio.submit(eve, mine)).toMatchObject({ error: 'media_unknown' });
    const { message: song } = await studio.send(eve, seededFile('audio'), 'song.mp3');
    expect(await studio.submit(eve, song, { poster_id: mine })).toMatchObject({ error: 'media_unknown' });
    const twice = await Promise.all([studio.submit(ann, mine), studio.submit(ann, mine), studio.submit(ann, mine)]);
    expect(twice.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('a copied picture is shown to its reviewer as a copy', async () => {
    const mara = await signInStaff(app, 'reviewer');
    const original = await picture();
    const [first, second] = [await artist(), await artist()];
    for (const person of [first, second]) {
      const { message: mediaId } = await studio.send(person, original);
      await studio.submit(person, mediaId);
    }
    const [ofFirst, ofSecond] = [(await latest(first))?.id ?? '', (await latest(second))?.id ?? ''];
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'artwork', limit: 100 }, { token: mara.token });
    expect(list.find(({ id }) => id === ofSecond)?.warnings).toEqual([{ code: 'same_picture', items: [ofFirst] }]);
    // The first one's files stay private though the second one's are shown to a reviewer.
    const path = (await latest(first))?.media.pictures[0]?.webp ?? '';
    expect((await studio.look(path, { authorization: eve.token })).statusCode).toBe(404);
  });

  it('a guest and a user who is no artist upload nothing', async () => {
    const user = await stage.person({});
    expect(await rejected(user, await picture())).toBe('not_artist');
    expect(await rejected({ token: 'none' }, await picture())).toBe('session_invalid');
    expect(await studio.submit(user, '1')).toMatchObject({ error: 'not_artist' });
  });

  it('a frozen artist submits nothing, and nothing of theirs is approved', async () => {
    const mara = await signInStaff(app, 'reviewer');
    const person = await artist();
    const { message: mediaId } = await studio.send(person, await picture());
    await studio.submit(person, mediaId);
    const id = (await latest(person))?.id ?? '';
    const { message: other } = await studio.send(person, await picture());
    await app.database.query('update user_account set frozen_at = now() where id = $1', [person.id]);
    expect(await studio.submit(person, other)).toMatchObject({ error: 'account_frozen' });
    await app.ok('POST /staff/queue/claim', { queue: 'artwork', id }, { token: mara.token });
    expect(
      await app.rejection('POST /staff/queue/approve', { queue: 'artwork', id }, { token: mara.token }),
    ).toMatchObject({ error: 'account_frozen' });
  });
});

describe('floods', () => {
  it('uploads are counted before they are read, thirty a day', async () => {
    const person = await artist();
    const junk = Buffer.from('not a picture');
    for (let sent = 0; sent < 30; sent++) await studio.send(person, junk);
    expect(await studio.send(person, await picture())).toMatchObject({ error: 'upload_quota' });
    expect((await app.ok('GET /bind_box/artist/me', {}, { token: person.token })).uploads_left).toBe(0);
  });

  it('of twenty submissions at once ten are taken, and the next comes a day later', async () => {
    const person = await artist();
    const media = JSON.stringify({
      type: 'image',
      width: 400,
      height: 400,
      placeholder: null,
      pictures: [{ width: 320, webp: '/api/nft/media/x.webp', avif: null }],
      source: null,
      duration: null,
      waveform: null,
    });
    const rows = await app.database.query<{ id: string }>(
      `insert into nft_upload (user_id, type, media, created_at)
       select $1, 'image', $2, $3 from generate_series(1, 20) returning id`,
      [person.id, media, new Date(app.now())],
    );
    const outcomes = await Promise.all(rows.map(({ id }) => studio.submit(person, id)));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(10);
    const [late] = outcomes.filter((outcome) => 'error' in outcome);
    expect(late).toMatchObject({ error: 'submission_quota', message: expect.stringContaining('24') });
    app.advance(DAY);
    const [next] = rows.filter((_, index) => outcomes[index]?.type !== 'ok');
    expect(await studio.submit(person, next?.id ?? '')).toMatchObject({ type: 'ok' });
  });

  it('inputs beyond the limits are rejected at their field', async () => {
    const { message: mediaId } = await studio.send(eve, await picture());
    for (const [changes, field] of [
      [{ royalty_bp: 1_001 }, 'royalty_bp'],
      [{ editions: 101 }, 'editions'],
      [{ editions: 0 }, 'editions'],
      [{ title: '<b>x</b>' }, 'title'],
      [{ waveform: [101] }, 'waveform'],
      [{ waveform: Array.from({ length: 201 }, () => 1) }, 'waveform'],
      [{ property_names: ['a', 'A'], property_values: ['1', '2'] }, 'property_names'],
      [{ property_names: ['a'], property_values: ['1', '2'] }, 'property_names'],
    ] as const) {
      expect(await studio.submit(eve, mediaId, changes)).toMatchObject({ type: 'error', field });
    }
    expect(
      await app.rejection(
        'POST /bind_box/submissions/withdraw',
        { id: `${'9'.repeat(18)}` },
        { token: eve.token, idempotencyKey: randomUUID() },
      ),
    ).toMatchObject({ error: 'not_found' });
  });
});
