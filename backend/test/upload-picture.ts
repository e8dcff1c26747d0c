import sharp from 'sharp';
import type { TestApp } from './test-app.ts';

let pictures = 0;

/** A PNG with a structure of its own, which no other one of these has. */
export function newPicture(width = 64, height = 48): Promise<Buffer> {
  pictures += 1;
  let state = pictures * 2_654_435_761;
  const cells = Buffer.from(
    Array.from({ length: 8 * 8 * 3 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
  return sharp(cells, { raw: { width: 8, height: 8, channels: 3 } })
    .resize({ width, height, fit: 'fill' })
    .png()
    .toBuffer();
}

type Envelope = { readonly type: string; readonly message: string; readonly error?: string; readonly field?: string };

/** Uploads a picture as the page does. */
export async function upload(
  app: Pick<TestApp, 'app'>,
  token: string,
  picture?: Buffer,
  path = '/upload',
): Promise<Envelope> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(picture ?? (await newPicture()))]), 'picture.png');
  const request = new Request('http://x', { method: 'POST', body: form });
  const response = await app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json<Envelope>();
}

/** Location of an upload that must succeed. */
export async function uploaded(
  app: Pick<TestApp, 'app'>,
  token: string,
  picture?: Buffer,
  path?: string,
): Promise<string> {
  const { type, message } = await upload(app, token, picture, path);
  if (type !== 'ok') throw new Error(`the upload was rejected: ${message}`);
  return message;
}
