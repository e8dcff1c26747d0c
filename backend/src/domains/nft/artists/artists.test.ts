import { createHash, randomUUID } from 'node:crypto';
import { languageCodes } from '@tessera/api/rules';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nftStage } from '../../../../test/nft-stage.ts';
import { nftStudio, picture, seededContent, seededFile } from '../../../../test/nft-studio.ts';
import type { Person } from '../../../../test/people.ts';
import { recurringJobsOf } from '../../../../test/recurring-jobs.ts';
import { signInStaff, uploadOf } from '../../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { seedContent } from '../content/seed.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const KEY = '482915';

let app: TestApp;
let studio: ReturnType<typeof nftStudio>;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp({ DEMO_USER: '1' });
  studio = nftStudio(app);
  const stage = nftStage(app);
  stage.prices();
  mara = await signInStaff(app, 'reviewer');
  [ann, ben] = [await stage.person(), await stage.person()];
});
afterAll(() => app.close());

const me = ({ token }: Person) => app.ok('GET /bind_box/artist/me', {}, { token });
const works = ({ token }: Person) => app.ok('GET /bind_box/submissions', {}, { token });

describe('the content of a demonstration', () => {
  it('is 59 works of four kinds by twelve artists, with texts in every language', async () => {
    await app.domains.find(({ name }) => name === 'nft')?.seed?.();
    const { total } = await app.ok('GET /bind_box/getArtist', { limit: 50 });
    expect(total).toBe(12);
    const rows = await app.database.query<{ type: string; count: number }>(
      'select type, count(*)::int as count from nft_work group by type order by type',
    );
    expect(rows.map(({ type }) => type)).toEqual(['audio', 'gif', 'image', 'video']);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(59);
    const [texts] = await app.database.query<{ incomplete: number }>(
      `select count(*)::int as incomplete from nft_work w, nft_artist a, nft_collection c
        where w.artist_id = a.id and w.collection_id = c.id and not
          (w.names ?& $1 and w.descriptions ?& $1 and a.biographies ?& $1 and c.names ?& $1 and c.descriptions ?& $1
           and not exists (select from jsonb_array_elements(w.properties) p where not (p->'name' ?& $1 and p->'value' ?& $1)))`,
      [[...languageCodes]],
    );
    expect(texts?.incomplete).toBe(0);
    await app.database.query(`update nft_artist set name = 'Renamed' where code = 'house-loopwright'`);
    await seedContent(app.database, app.now());
    const [kept] = await app.database.query<{ works: number; name: string }>(
      `select (select count(*)::int from nft_work) as works, name from nft_artist where code = 'house-loopwright'`,
    );
    expect(kept).toEqual({ works: 59, name: 'Renamed' });
  });

  it('has properties in every language: only proper names are the same in all', async () => {
    const same = await app.database.query<{ value: string }>(
      `select distinct p->'value'->>'en' as value from nft_work, jsonb_array_elements(properties) p
        where p->'value'->>'en' = p->'value'->>'zh' and p->'value'->>'en' ~ '[a-z]{3}' order by 1`,
    );
    expect(same.map(({ value }) => value)).toEqual(['Clifford', 'De Jong']);
  });

  it('comes into a database whose start was cut off, and is at most 300 KB a work', async () => {
    await app.database.query(`delete from nft_work where code = 'VECTOR-DRIFT-PASSAGE'`);
    await seedContent(app.database, app.now());
    const [row] = await app.database.query<{ id: string }>(
      `select id from nft_work where code = 'VECTOR-DRIFT-PASSAGE'`,
    );
    expect(row).toBeDefined();
    for (const { media } of seededContent().flatMap(({ works: all }) => all)) {
      const paths = [...media.pictures.flatMap(({ webp, avif }) => [webp, avif]), media.source?.path];
      let bytes = 0;
      for (const path of paths) if (path) bytes += (await studio.look(path)).rawPayload.length;
      expect(bytes).toBeLessThanOrEqual(300_000);
      expect(media.placeholder?.length).toBeLessThan(600);
      expect(media.waveform?.length ?? null).toBe(media.type === 'audio' ? 160 : null);
    }
  });

  it('is served for ever under the hash of its content', async () => {
    const [first] = seededContent().flatMap(({ works: all }) => all.map(({ media }) => media));
    const path = first?.pictures[0]?.avif ?? '';
    const served = await studio.look(path);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(path).toContain(createHash('sha256').update(served.rawPayload).digest('hex'));
    const again = await studio.look(path, { 'if-none-match': String(served.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('plays in parts', async () => {
    const film = seededContent()
      .flatMap(({ works: all }) => all)
      .find(({ media }) => media.type === 'video')?.media.source;
    const path = film?.path ?? '';
    const whole = (await studio.look(path)).rawPayload;
    const part = await studio.look(path, { range: 'bytes=100-199' });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-type']]).toEqual([
      206,
      `bytes 100-199/${whole.length}`,
      'video/mp4',
    ]);
    expect(part.rawPayload.equals(whole.subarray(100, 200))).toBe(true);
    const tail = await studio.look(path, { range: 'bytes=-10' });
    expect(tail.rawPayload.equals(whole.subarray(-10))).toBe(true);
    const beyond = await studio.look(path, { range: `bytes=${whole.length}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
    const changed = await studio.look(path, { range: 'bytes=0-1', 'if-range': '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, whole.length]);
  });
});

describe('an artist', () => {
  it('applies with pictures, is rejected with a reason, applies again and is approved', async () => {
    expect(await me(ann)).toMatchObject({ application: null, artist: null, uploads_left: 30, submissions_left: 10 });
    // Of the house, also as a reader takes it: other spaces, what is not seen, letters of other scripts, accents.
    for (const name of [
      'Studio Quadrat',
      'studio  QUADRAT.',
      'Studio\u200b Quad\u2060rat',
      'Ѕtudіо Quаdrаt',
      'Stüdió Quadrat',
    ]) {
      expect(await studio.apply(ann, name), name).toMatchObject({ error: 'artist_name_taken' });
    }
    expect(await studio.apply(ann, 'Ann Vale', [await uploadOf(app, ben.id)])).toMatchObject({
      error: 'upload_unknown',
    });
    const first = await studio.apply(ann, 'Ann Vale');
    expect(first).toMatchObject({ type: 'ok', message: { status: 'under_review' } });
    expect(await studio.apply(ann, 'Ann Vale')).toMatchObject({ error: 'already_under_review' });
    const { application } = await me(ann);
    const claimed = await studio.decide(mara, 'artist', application?.id ?? '', 'reject');
    expect(claimed.details).toContainEqual({ name: 'name', value: 'Ann Vale' });
    expect((await me(ann)).application).toMatchObject({ status: 'rejected', reason: 'It is blurred' });
    await studio.apply(ann, 'Ann Vale');
    const again = (await me(ann)).application?.id ?? '';
    const claimedAgain = await app.ok('POST /staff/queue/claim', { queue: 'artist', id: again }, { token: mara.token });
    const seen = claimedAgain.pictures[0]?.split('/').at(-1) ?? '';
    expect(
      await app.ports.viewPicture({ ...mara, role: 'reviewer', sessionId: '1', key: null, browser: null }, seen),
    ).toBe(true);
    await app.ok('POST /staff/queue/approve', { queue: 'artist', id: again }, { token: mara.token });
    expect((await me(ann)).artist).toMatchObject({ name: 'Ann Vale', shown: true, followers: 0 });
    expect(await studio.apply(ann, 'Another name')).toMatchObject({ error: 'already_artist' });
    const list = await app.ok('GET /staff/queue/list', { queue: 'artist', status: 'approved' }, { token: mara.token });
    expect(list.list.map(({ id }) => id)).toContain(again);
    expect(
      await app.rejection('POST /staff/queue/approve', { queue: 'artist', id: '999' }, { token: mara.token }),
    ).toMatchObject({ error: 'not_found' });
  });

  it('has an own picture and biography, and keeps the name', async () => {
    const avatar = await uploadOf(app, ann.id);
    await app.database.query('update upload set stored = true where user_id = $1', [ann.id]);
    const biography = 'Paints with numbers since it was cold.';
    const changed = await app.ok('POST /bind_box/artist/profile', { biography, avatar }, { token: ann.token });
    expect(changed).toMatchObject({ name: 'Ann Vale', biography, avatar, cover: null });
    const newer = await uploadOf(app, ann.id);
    await app.ok('POST /bind_box/artist/profile', { biography, avatar: newer }, { token: ann.token });
    const uses = await app.database.query<{ used: boolean }>(
      'select used from upload where name = any($1) order by name',
      [[avatar, newer].map((location) => location.split('/').at(-1))],
    );
    expect(uses).toEqual([{ used: false }, { used: true }]);
    const foreign = await uploadOf(app, ben.id);
    expect(
      await app.rejection('POST /bind_box/artist/profile', { biography, cover: foreign }, { token: ann.token }),
    ).toMatchObject({ error: 'upload_unknown' });
    expect(await app.rejection('POST /bind_box/artist/profile', { biography }, { token: ben.token })).toMatchObject({
      error: 'not_artist',
    });
  });

  it('submits a picture, which is private until it is approved, and then sells it', async () => {
    const { message: mediaId, type } = await studio.send(ann, await picture(900));
    expect(type).toBe('ok');
    expect(await studio.submit(ann, mediaId)).toMatchObject({
      type: 'ok',
      message: {
        status: 'pending',
        rarity: 'legendary',
        code: null,
        media: { type: 'image', width: 900, height: 900 },
      },
    });
    const [submitted] = (await works(ann)).list;
    const path = submitted?.media.pictures.at(-1)?.webp ?? '';
    expect(submitted?.media.pictures.map(({ width }) => width)).toEqual([320, 640, 900]);
    expect((await studio.look(path)).statusCode).toBe(404);
    expect((await studio.look(path, { authorization: ben.token })).statusCode).toBe(404);
    const own = await studio.look(path, { authorization: ann.token });
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await studio.look(path, { authorization: mara.token })).statusCode).toBe(404);
    const id = submitted?.id ?? '';
    const claimed = await app.ok('POST /staff/queue/claim', { queue: 'artwork', id }, { token: mara.token });
    expect(claimed.pictures).toEqual([path]);
    expect((await studio.look(path, { authorization: mara.token })).statusCode).toBe(200);
    await app.ok('POST /staff/queue/approve', { queue: 'artwork', id }, { token: mara.token });
    const shown = await studio.look(path);
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const code = (await works(ann)).list[0]?.code ?? '';
    expect(code).toBe(`MORNING-ICE-U${id}`);

    const offer = { code, sale_type: 'normal', currency: 'USDT', price: '120', key: KEY };
    const sell = (person: Person, changes = {}) =>
      app.call(
        'POST /bind_box/artist/sell',
        { ...offer, ...changes },
        { token: person.token, idempotencyKey: randomUUID() },
      );
    expect(await sell(ben)).toMatchObject({ error: 'not_artist' });
    expect(await sell(ann, { key: '111111' })).toMatchObject({ error: 'key_wrong' });
    expect(await sell(ann, { sale_type: 'auction', increment: '5' })).toMatchObject({ error: 'field_required' });
    const pause = (until: number | null) =>
      app.database.query('update user_account set withdrawals_blocked_until = $2 where id = $1', [
        ann.id,
        until === null ? null : new Date(until),
      ]);
    await pause(app.now() + 3_600_000);
    expect(await sell(ann)).toMatchObject({ error: 'withdrawals_paused' });
    await pause(null);
    const market = async () =>
      (await app.ok('GET /bind_box/submissions', { code }, { token: ann.token })).list[0]?.market;
    const end = (person: Person) =>
      app.call('POST /bind_box/artist/sale/end', { code }, { token: person.token, idempotencyKey: randomUUID() });
    expect(await market()).toEqual({ left: 1, sale: null, listed: false });
    expect(await end(ann)).toMatchObject({ error: 'not_selling' });
    expect(await sell(ann)).toMatchObject({ type: 'ok', message: { code, status: 'on_sale', own: false } });
    expect(await sell(ann)).toMatchObject({ error: 'already_selling' });
    // A wrong price is taken back and corrected.
    expect(await market()).toEqual({ left: 1, sale: { type: 'normal', has_bids: false }, listed: true });
    expect(await end(ben)).toMatchObject({ error: 'not_owner' });
    expect(await end(ann)).toMatchObject({ type: 'ok', message: { market: { left: 1, sale: null, listed: true } } });
    expect((await app.ok('GET /bind_box/getBoxList', { keyword: 'morning ice' })).list).toEqual([]);
    expect(await sell(ann)).toMatchObject({ type: 'ok' });
    const found = await app.ok('GET /bind_box/getBoxList', { keyword: 'morning ice' });
    expect(found.list.map((each) => each.code)).toEqual([code]);
    const bought = await app.ok(
      'POST /bind_box/buyNFT',
      { code, price: '120', key: KEY },
      { token: ben.token, idempotencyKey: randomUUID() },
    );
    expect(bought).toMatchObject({ status: 'paid', work: { own: true } });
    expect(await market()).toEqual({ left: 0, sale: null, listed: true });
    expect(await end(ann)).toMatchObject({ error: 'not_selling' });
    expect(await sell(ann)).toMatchObject({ error: 'already_selling' });
    const stranger = await app.ok('GET /bind_box/getBoxDetail', { code, lang: 'jp' });
    expect(stranger.properties).toEqual([
      { name: 'Palette', value: 'Blue' },
      { name: 'Hour', value: '6' },
    ]);
  });

  it('sells a unique work by auction', async () => {
    const { message: mediaId } = await studio.send(ann, await picture());
    await studio.submit(ann, mediaId, { title: '氷の朝' });
    const id = (await works(ann)).list[0]?.id ?? '';
    await studio.decide(mara, 'artwork', id);
    const code = (await works(ann)).list[0]?.code ?? '';
    expect(code).toBe(`WORK-U${id}`);
    const sold = await app.ok(
      'POST /bind_box/artist/sell',
      {
        code,
        sale_type: 'auction',
        currency: 'USDT',
        price: '100',
        increment: '10',
        end_time: app.now() + DAY,
        key: KEY,
      },
      { token: ann.token, idempotencyKey: randomUUID() },
    );
    expect(sold).toMatchObject({ sale_type: 'auction', resale: false, increment: '10', status: 'on_sale' });
    // With a bid it is binding for both.
    for (const call of ['POST /bind_box/marginNFT', 'POST /bind_box/auctionNFT'] as const) {
      await app.ok(call, { code, key: KEY, price: '100' }, { token: ben.token, idempotencyKey: randomUUID() });
    }
    const input = { code };
    const asked = { token: ann.token, idempotencyKey: randomUUID() };
    expect(await app.rejection('POST /bind_box/artist/sale/end', input, asked)).toMatchObject({ error: 'has_bids' });
  });

  it('submits a sound and a film with their covers', async () => {
    const { message: soundId } = await studio.send(ann, seededFile('audio'), 'song.mp3');
    expect(await studio.submit(ann, soundId)).toMatchObject({ error: 'poster_required' });
    const { message: posterId } = await studio.send(ann, await picture());
    const sound = await studio.submit(ann, soundId, { poster_id: posterId, waveform: [10, 100, 40], editions: 3 });
    expect(sound).toMatchObject({
      message: {
        rarity: 'epic',
        media: { type: 'audio', width: 400, waveform: [10, 100, 40], source: { mime: 'audio/mpeg' } },
      },
    });
    const { message: filmId } = await studio.send(ann, seededFile('video'), 'film.mp4');
    expect(await studio.submit(ann, filmId, { poster_id: posterId })).toMatchObject({ error: 'media_unknown' });
    const { message: frameId } = await studio.send(ann, await picture());
    const film = await studio.submit(ann, filmId, { poster_id: frameId, waveform: [1], editions: 30 });
    expect(film).toMatchObject({
      message: {
        rarity: 'common',
        media: {
          type: 'video',
          width: 640,
          height: 640,
          duration: 6_000,
          waveform: null,
          source: { mime: 'video/mp4' },
        },
      },
    });
    const { list } = await app.ok(
      'GET /staff/queue/list',
      { queue: 'artwork', status: 'pending' },
      { token: mara.token },
    );
    expect(list[0]?.pictures).toHaveLength(2);
  });

  it('submits a moving picture, which is written as WebP with a still', async () => {
    const frames = await Promise.all(
      ['#e4002b', '#00539b', '#f6b40e'].map((background) =>
        sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [80, 80, 80] })
      .toBuffer();
    const { message: mediaId } = await studio.send(ann, gif, 'loop.gif');
    await studio.submit(ann, mediaId);
    const media = (await works(ann)).list[0]?.media;
    expect(media).toMatchObject({
      type: 'gif',
      width: 400,
      height: 300,
      duration: 240,
      source: { mime: 'image/webp' },
    });
    const moving = await studio.look(media?.source?.path ?? '', { authorization: ann.token });
    expect((await sharp(moving.rawPayload).metadata()).pages).toBe(3);
  });

  it('withdraws a submission before the review, and never after', async () => {
    const { message: mediaId } = await studio.send(ann, await picture());
    await studio.submit(ann, mediaId);
    const id = (await works(ann)).list[0]?.id ?? '';
    const withdraw = (person: Person) =>
      app.call('POST /bind_box/submissions/withdraw', { id }, { token: person.token });
    expect(await withdraw(ben)).toMatchObject({ error: 'not_found' });
    expect(await withdraw(ann)).toMatchObject({ type: 'ok', message: { status: 'withdrawn' } });
    expect(await withdraw(ann)).toMatchObject({ error: 'already_reviewed' });
    expect(
      await app.rejection('POST /staff/queue/reject', { queue: 'artwork', id, reason: 'Late' }, { token: mara.token }),
    ).toMatchObject({ type: 'error' });
  });

  it('is hidden by staff with the works, on the record, and shown again', async () => {
    const odo = await signInStaff(app, 'support');
    const [work] = (await works(ann)).list.filter(({ status }) => status === 'approved');
    const input = { code: work?.code ?? '', shown: false, reason: 'A claim of copyright' };
    const path = work?.media.pictures[0]?.webp ?? '';
    expect(await app.rejection('POST /staff/nft/work', input, { token: odo.token })).toMatchObject({
      error: 'forbidden',
    });
    await app.ok('POST /staff/nft/work', input, { token: mara.token });
    expect((await works(ann)).list.find(({ id }) => id === work?.id)).toMatchObject({
      status: 'taken_down',
      reason: input.reason,
    });
    expect((await studio.look(path)).statusCode).toBe(404);
    expect((await studio.look(path, { authorization: ann.token })).statusCode).toBe(200);
    await app.ok('POST /staff/nft/work', { ...input, shown: true }, { token: mara.token });
    expect((await studio.look(path)).statusCode).toBe(200);

    const { artist } = await me(ann);
    const commands = app.domains.find(({ name }) => name === 'nft')?.staffCommands ?? [];
    const run = (name: string, fields: Record<string, string>) =>
      commands.find((each) => each.name === name)?.run(fields, { staffId: mara.id, at: app.now() });
    const reason = 'Under investigation';
    await run('nft-artist', { id: String(artist?.id), shown: 'false', reason });
    expect((await studio.look(path)).statusCode).toBe(404);
    expect(await studio.send(ann, await picture())).toMatchObject({ error: 'not_artist' });
    // Owners of an item still see it, by addresses that open its files to them alone, though the artist is hidden.
    const [item] = await app.database.query<{ code: string }>(
      `insert into nft_item (work_id, edition, code, owner_id, acquired_at, created_at)
       select id, 9, code || '-9', $2, $3, $3 from nft_work where code = $1 returning code`,
      [input.code, ben.id, new Date(app.now())],
    );
    await app.database.query(
      `insert into nft_sale (work_id, item_id, code, sale_type, resale, seller_id, currency, scale, price, stock, ask, worth,
                             start_at, fee_bp, royalty_bp, forfeit_bp, state, created_at)
       select i.work_id, null, w.code, 'normal', false, null, 'USDT', 8, 10, 1, 10, 10, $2, 250, 500, 5000, 'unsold', $2
         from nft_item i join nft_work w on w.id = i.work_id where i.code = $1
          and not exists (select from nft_sale s where s.code = w.code)`,
      [item?.code, new Date(app.now())],
    );
    const detail = await app.ok('GET /bind_box/getBoxDetail', { code: item?.code ?? '' }, { token: ben.token });
    const own = detail.media.pictures[0]?.webp ?? '';
    expect(own.startsWith(`${path}?ticket=`)).toBe(true);
    const opened = await studio.look(own);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await studio.look(path, { authorization: ben.token })).statusCode).toBe(200);
    expect((await studio.look(`${own.slice(0, -2)}AA`)).statusCode).toBe(404);
    const other = detail.media.pictures[1]?.webp.split('?')[0] ?? '';
    expect((await studio.look(`${other}?${own.split('?')[1]}`)).statusCode).toBe(404);
    expect((await app.rejection('GET /bind_box/getBoxDetail', { code: item?.code ?? '' })).error).toBe('not_found');
    app.advance(7 * 60 * MINUTE);
    expect((await studio.look(own)).statusCode).toBe(404);
    // Sold on: the address of the former owner opens nothing.
    const [fresh] = (await app.ok('GET /bind_box/getBoxDetail', { code: item?.code ?? '' }, { token: ben.token })).media
      .pictures;
    expect((await studio.look(fresh?.webp ?? '')).statusCode).toBe(200);
    await app.database.query('update nft_item set owner_id = null where code = $1', [item?.code]);
    expect((await studio.look(fresh?.webp ?? '')).statusCode).toBe(404);
    app.advance(-7 * 60 * MINUTE);
    await app.ok('POST /staff/nft/artist', { id: artist?.id ?? 0, shown: true, reason }, { token: mara.token });
    expect(await run('nft-work', { ...input, shown: 'true' })).toEqual([{ code: input.code, shown: true }]);
    const actions = await app.database.query<{ action: string }>(
      `select action from staff_action where action like 'nft.%' order by id`,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'nft.take_down',
      'nft.show',
      'nft.hide_artist',
      'nft.show_artist',
    ]);
  });

  it('gives up what nothing has a day later, and rejected pictures after their time', async () => {
    const { message: unused } = await studio.send(ann, await picture());
    const { message: mediaId } = await studio.send(ann, await picture());
    await studio.submit(ann, mediaId);
    const { list } = await works(ann);
    const [submitted] = list;
    const shown = list.find(({ status }) => status === 'approved');
    await studio.decide(mara, 'artwork', submitted?.id ?? '', 'reject');
    const files = async (uploadId: string) =>
      app.database.query('select 1 as one from nft_upload_file where upload_id = $1', [uploadId]);
    const path = submitted?.media.pictures[0]?.webp ?? '';
    const jobs = recurringJobsOf(app);
    app.advance(DAY + MINUTE);
    expect(await jobs.turn('nft-media-clean-up')).toBe('done');
    expect(await files(unused)).toHaveLength(0);
    expect(await files(mediaId)).not.toHaveLength(0);
    app.advance(400 * DAY);
    expect(await jobs.turn('nft-media-clean-up')).toBe('done');
    expect(await files(mediaId)).toHaveLength(0);
    expect((await studio.look(path)).statusCode).toBe(404);
    const left = await app.database.query(
      'select 1 as one from nft_file f where not exists (select from nft_upload_file u where u.name = f.name)',
    );
    expect(left).toHaveLength(0);
    await jobs.stop();
    const old = await app.database.query(
      `select 1 as one from nft_application where status = 'rejected' and pictures <> '{}'`,
    );
    expect(old).toHaveLength(0);
    // What is shown stays.
    expect((await studio.look(shown?.media.pictures[0]?.webp ?? '')).statusCode).toBe(200);
  });
});

describe('an artist whose account is closed', () => {
  it('leaves what was sold to its owners, without a royalty, and takes the rest out of the market', async () => {
    const stage = nftStage(app);
    const [cleo, dora, eli] = [await stage.person(), await stage.person(), await stage.person()];
    const artistId = await stage.artist(cleo.id, 'Cleo Marsh');
    const [sold, kept] = [
      await stage.work({ artistId, royaltyBp: 1_000 }),
      await stage.work({ artistId, royaltyBp: 1_000 }),
    ];
    await stage.sale(sold.id);
    await stage.sale(kept.id, { endAt: app.now() + MINUTE });
    expect(await stage.buy(dora, sold.code)).toMatchObject({ type: 'ok' });
    const obstacles = async () =>
      (await app.ports.closingObstacles(app.database, cleo.id)).filter(
        ({ kind, count }) => kind === 'order' && count > 0,
      );
    // A sale that runs keeps the account open.
    expect(await obstacles()).toEqual([{ kind: 'order', count: 1 }]);
    stage.rest(2 * MINUTE);
    await stage.close();
    expect(await obstacles()).toEqual([]);
    expect(await stage.resell(dora, sold.code)).toMatchObject({ type: 'ok' });
    expect((await stage.detail(sold.code)).terms.royalty_bp).toBe(1_000);

    const before = await stage.held(cleo);
    await app.database.transaction(async (tx) => {
      await app.ports.onClose(tx, cleo.id);
      await tx.query('update user_account set closed_at = $2 where id = $1', [cleo.id, new Date(app.now())]);
    });
    // The running resale, too: the seller gets what the royalty would have been.
    expect((await stage.detail(sold.code)).terms.royalty_bp).toBe(0);
    const seller = Number(await stage.held(dora));
    expect(await stage.buy(eli, sold.code, '200')).toMatchObject({ type: 'ok' });
    expect(Number(await stage.held(dora)) - seller).toBeCloseTo(195);
    expect(await stage.held(cleo)).toBe(before);
    expect(await app.rejection('GET /bind_box/getBoxDetail', { code: kept.code })).toMatchObject({
      error: 'not_found',
    });
    expect(await stage.detail(sold.code, eli)).toMatchObject({ own: true, creator: { name: 'Cleo Marsh' } });
    expect(
      await app.rejection(
        'POST /bind_box/artist/sell',
        { code: kept.code, sale_type: 'normal', price: '10', currency: 'USDT', key: KEY },
        { token: cleo.token, idempotencyKey: randomUUID() },
      ),
    ).toMatchObject({ type: 'error' });
  });
});
