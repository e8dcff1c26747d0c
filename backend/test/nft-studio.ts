import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '@tessera/api/contract';
import sharp from 'sharp';
import type { Person } from './people.ts';
import { type signInStaff, uploadOf } from './staff-people.ts';
import type { TestApp } from './test-app.ts';

const ASSETS = join(import.meta.dirname, '../assets/nft');

type Media = Output<'GET /bind_box/getBoxList'>['list'][number]['media'];
type Content = readonly { readonly name: string; readonly works: readonly { readonly media: Media }[] }[];

export const seededContent = (): Content => JSON.parse(readFileSync(join(ASSETS, 'content.json'), 'utf8')) as Content;

/** A film or a sound that came with the program. */
export function seededFile(type: 'audio' | 'video'): Buffer {
  const work = seededContent()
    .flatMap(({ works }) => works)
    .find(({ media }) => media.type === type);
  return readFileSync(join(ASSETS, work?.media.source?.path.split('/').at(-1) ?? ''));
}

/** A picture unlike any other. */
export function picture(side = 400): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3, Math.floor(Math.random() * 256));
  data.write(randomUUID());
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

type Uploaded = { readonly type: string; readonly message: string; readonly error?: string };

/** Artists of a test app, from the application to the sale. */
export function nftStudio(app: TestApp) {
  return {
    async send(person: Pick<Person, 'token'>, file: Uint8Array, name = 'work.png'): Promise<Uploaded> {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(file)]), name);
      const request = new Request('http://x', { method: 'POST', body: form });
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/bind_box/media',
        headers: { authorization: person.token, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      return response.json<Uploaded>();
    },
    apply: async (person: Person, name: string, pictures?: readonly string[]) =>
      app.call(
        'POST /bind_box/artist/apply',
        {
          name,
          biography: 'Draws what the machine leaves out.',
          pictures: pictures ?? [await uploadOf(app, person.id)],
        },
        { token: person.token, idempotencyKey: randomUUID() },
      ),
    submit: (person: Person, mediaId: string, changes: Record<string, unknown> = {}) =>
      app.call(
        'POST /bind_box/submissions',
        {
          media_id: mediaId,
          title: 'Morning ice',
          description: 'The bay at six, before the ferry.',
          property_names: ['Palette', 'Hour'],
          property_values: ['Blue', '6'],
          royalty_bp: 500,
          editions: 1,
          ...changes,
        },
        { token: person.token, idempotencyKey: randomUUID() },
      ),
    /** A member of the staff who claims an item and decides. */
    async decide(
      mara: Awaited<ReturnType<typeof signInStaff>>,
      queue: 'artist' | 'artwork',
      id: string,
      verdict: 'approve' | 'reject' = 'approve',
    ) {
      const claimed = await app.ok('POST /staff/queue/claim', { queue, id }, { token: mara.token });
      if (verdict === 'approve') await app.ok('POST /staff/queue/approve', { queue, id }, { token: mara.token });
      else await app.ok('POST /staff/queue/reject', { queue, id, reason: 'It is blurred' }, { token: mara.token });
      return claimed;
    },
    look: (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers }),
  };
}
