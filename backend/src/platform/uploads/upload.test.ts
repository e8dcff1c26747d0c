import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { faultOf } from './picture.ts';

let app: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
  ben = await signUp(app);
});
afterAll(() => app.close());

type Body = { type: string; message: string; error?: string; field?: string };

async function send(bytes: Buffer | string, { token = ann.token, field = 'file', name = 'picture.png' } = {}) {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(Buffer.from(bytes))]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { authorization: token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(response.statusCode).toBe(200);
  return response.json<Body>();
}

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#28ba98' } });

const look = (url: string, token?: string) =>
  app.app.inject({ url, headers: token === undefined ? {} : { authorization: token } });

describe('an upload', () => {
  it('is described without being read, and a public one is known again and read once for many', async () => {
    const url = (await send(await picture().png().toBuffer())).message;
    const name = url.split('/').at(-1) ?? '';
    const own = await look(url, ann.token);
    const { dataDir } = app.settings;
    await app.database.query('update upload set private = false where name = $1', [name]);
    expect((await look(url)).rawPayload.equals(own.rawPayload)).toBe(true);
    // What is read from now on is gone.
    const stored = (await readdir(dataDir, { recursive: true })).find((path) => path.includes(name));
    await rm(join(dataDir, stored ?? name));
    const described = await app.app.inject({ method: 'HEAD', url });
    expect(described.headers['content-length']).toBe(String(own.rawPayload.length));
    const known = await app.app.inject({ url, headers: { 'if-none-match': String(described.headers.etag) } });
    expect([described.statusCode, known.statusCode, (await look(url)).statusCode]).toEqual([200, 304, 200]);
    await app.database.query('update upload set private = true where name = $1', [name]);
    const kept = await app.app.inject({ method: 'HEAD', url, headers: { authorization: ann.token } });
    expect(kept.headers).toMatchObject({
      'content-length': String(own.rawPayload.length),
      'cache-control': 'private, no-store',
    });
    expect((await look(url, ann.token)).statusCode).toBe(404);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('of %s is re-encoded', async (format) => {
    const { type, message } = await send(await picture().toFormat(format).toBuffer());
    expect(type).toBe('ok');
    expect(message).toMatch(/^\/api\/uploads\/[A-Za-z0-9_-]{32}\.jpg$/);
    const shown = await look(message, ann.token);
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(60);
  });

  it('loses its metadata, and is rotated upright', async () => {
    const original = await picture()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { message } = await send(original);
    const { rawPayload } = await look(message, ann.token);
    expect(rawPayload.includes('SecretCamera')).toBe(false);
    const { exif, orientation, width } = await sharp(rawPayload).metadata();
    expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 40 });
  });

  it('is scaled to 2,000 pixels at most', async () => {
    const { message } = await send(await picture(3_000, 1_500).png().toBuffer());
    const { width, height } = await sharp((await look(message, ann.token)).rawPayload).metadata();
    expect([width, height]).toEqual([2_000, 1_000]);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML behind the mark of a GIF', 'GIF89a<html><script>alert(1)</script>'],
    ['nothing', ''],
    ['words', 'only words'],
  ])('of %s is rejected', async (_, bytes) => {
    expect(await send(bytes)).toMatchObject({ error: 'upload_not_an_image', field: 'file' });
  });

  it('cut short is rejected as damaged', async () => {
    const whole = await picture(400, 400).png({ compressionLevel: 0 }).toBuffer();
    const mark = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
    for (const bytes of [whole.subarray(0, whole.length / 2), mark]) {
      expect(await send(bytes)).toMatchObject({ error: 'upload_damaged', field: 'file' });
    }
  });

  it('that takes too long is rejected as such, and is not called damaged', () => {
    const codes = ['timeout: 3% complete', 'timeout: 0% complete\nmore', 'VipsJpeg: premature end'].map(
      (words) => faultOf(new Error(words), 40_000_000).code,
    );
    expect(codes).toEqual(['upload_too_slow', 'upload_too_slow', 'upload_damaged']);
  });

  it('of a phone with 50 megapixels is taken', async () => {
    const photo = await picture(8_160, 6_120).jpeg({ quality: 10 }).toBuffer();
    const { message } = await send(photo);
    const { width } = await sharp((await look(message, ann.token)).rawPayload).metadata();
    expect(width).toBe(2_000);
  });

  it('with too many pixels is rejected by their number: of what is decoded whole far fewer are taken', async () => {
    const flat = (format: (of: Sharp) => Sharp) => format(picture(8_200, 5_000)).toBuffer();
    for (const bomb of [
      await flat((of) => of.png()),
      await flat((of) => of.jpeg({ quality: 10, progressive: true })),
    ]) {
      expect(await send(bomb)).toMatchObject({
        error: 'upload_too_many_pixels',
        message: 'The picture has more than 40 megapixels',
      });
    }
  });

  it('over 10 MB is rejected with a specific error', async () => {
    expect(await send(Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({
      error: 'upload_too_large',
      message: 'The picture may be at most 10 MB',
    });
  });

  it.each([
    '',
    'no parts at all',
    '--xxx\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf',
  ])('of a form that is broken off (%j) is rejected', async (payload) => {
    const headers = { authorization: ann.token, 'content-type': 'multipart/form-data; boundary=xxx' };
    const response = await app.app.inject({ method: 'POST', url: '/api/upload', headers, payload });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ error: 'upload_missing', field: 'file' });
  });

  it('under another name than file, or without a session, is rejected', async () => {
    const bytes = await picture().png().toBuffer();
    expect(await send(bytes, { field: 'photo' })).toMatchObject({ error: 'upload_missing', field: 'file' });
    expect(await send(bytes, { token: '' })).toMatchObject({ type: '999' });
  });

  it('does not keep the name of the sent file', async () => {
    const folder = join(app.settings.dataDir, 'uploads', 'sealed');
    const before = await readdir(folder);
    await send(await picture().png().toBuffer(), { name: '../../../etc/passwd' });
    const after = await readdir(folder);
    expect(after).toHaveLength(before.length + 1);
  });
});

describe('an uploaded picture', () => {
  it('is seen by its owner alone until it becomes their avatar', async () => {
    const { message: avatar } = await send(await picture().png().toBuffer());
    expect((await look(avatar)).statusCode).toBe(404);
    expect((await look(avatar, ben.token)).statusCode).toBe(404);
    expect((await look(avatar, ann.token)).headers['cache-control']).toBe('private, no-store');
    expect(await app.rejection('POST /user/uploadHeadPortrait', { avatar }, { token: ben.token })).toMatchObject({
      error: 'upload_unknown',
      field: 'avatar',
    });
    await app.ok('POST /user/uploadHeadPortrait', { avatar }, { token: ann.token });
    expect((await look(avatar)).headers['cache-control']).toContain('immutable');
    expect((await app.ok('GET /user/info', {}, { token: ann.token })).avatar).toBe(avatar);
  });

  it.each(['/api/uploads/x.jpg', '/api/uploads/..%2f..%2fpasswd', `/api/uploads/${'a'.repeat(32)}.jpg`])(
    'is not found under %s',
    async (url) => {
      expect((await look(url, ann.token)).statusCode).toBe(404);
    },
  );
});
