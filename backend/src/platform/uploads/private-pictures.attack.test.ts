import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type S3Server, startS3Server } from '@tessera/object-storage/testing/s3-server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { claim, confirmAgain, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { newPicture, upload, uploaded } from '../../../test/upload-picture.ts';
import { CLAIM_LASTS } from '../../domains/staff/claims.ts';
import type { RecurringJobs } from '../jobs/recurring.ts';
import { readSealKeys, seal, unseal } from './seal.ts';
import { createVault } from './vault.ts';

const DAY = 24 * 3_600_000;
const keyOf = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

let bucket: S3Server;
let app: TestApp;
let other: TestApp;
let ann: Person;
let jobs: RecurringJobs;
const keys = keyOf('2026');
const bucketOf = ({ settings }: S3Server): Record<string, string> => ({
  UPLOADS_S3_BUCKET: settings.bucket,
  UPLOADS_S3_ENDPOINT: settings.endpoint ?? '',
  UPLOADS_S3_REGION: settings.region,
  UPLOADS_S3_ACCESS_KEY_ID: settings.accessKeyId,
  UPLOADS_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
});
beforeAll(async () => {
  bucket = await startS3Server();
  const environment = { ...bucketOf(bucket), UPLOAD_KEYS: keys };
  app = await createTestApp(environment);
  other = await createTestApp(environment, {}, undefined, undefined, app);
  ann = await signUp(app);
  jobs = recurringJobsOf(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
  await bucket.stop();
});

const look = async (url: string, token?: string, node = app) =>
  (await node.app.inject({ url, headers: token === undefined ? {} : { authorization: token } })).statusCode;
const turn = (name: string, node?: TestApp) => (node ? recurringJobsOf(node) : jobs).turn(name);
const rowOf = async (url: string) =>
  (
    await app.database.query<{ name: string; sealed_with: string | null; used: boolean }>(
      'select name, sealed_with, used from upload where name = $1',
      [basename(url)],
    )
  )[0];
const act = (verb: string, id: string, { token }: { readonly token: string }) =>
  app.call(
    `POST /staff/queue/${verb}` as 'POST /staff/queue/claim',
    { queue: 'deposit', id, ...(verb === 'reject' && { reason: 'No payment' }) },
    { token },
  );

describe('a private picture', () => {
  it('is seen by its owner and by the member who holds its case, on every node, and by no other user', async () => {
    const voucher = await uploaded(app, ann.token);
    const { id } = await claim(app, ann, { voucher });
    const members = {
      holder: await signInStaff(app),
      colleague: await signInStaff(app),
      admin: await signInStaff(app, 'admin'),
      support: await signInStaff(app, 'support'),
      operator: await signInStaff(app, 'operator'),
    };
    const ben = await signUp(app);
    const everybody = [undefined, 'x'.repeat(43), ben.token, ...Object.values(members).map(({ token }) => token)];
    for (const token of everybody) expect(await look(voucher, token)).toBe(404);
    for (const node of [app, other]) expect(await look(voucher, ann.token, node)).toBe(200);
    await act('claim', id, members.holder);
    for (const [turn, token] of everybody.entries()) {
      const mine = token === members.holder.token;
      expect(await look(voucher, token, turn % 2 ? app : other)).toBe(mine ? 200 : 404);
    }
    app.advance(CLAIM_LASTS);
    expect(await look(voucher, members.holder.token)).toBe(404);
    await act('claim', id, members.colleague);
    expect(await look(voucher, members.colleague.token)).toBe(200);
    await confirmAgain(app, members.colleague);
    await act('reject', id, members.colleague);
    expect(await look(voucher, members.colleague.token)).toBe(404);
    // Each view is on record: those of the staff one by one, those of the owner as a number a day.
    const views = await app.database.query<{ staff_id: string; reason: string }>(
      `select staff_id, reason from staff_action where action = 'deposit.view' and subject = $1 order by id`,
      [`deposit:${id}`],
    );
    expect(views).toEqual(
      [members.holder, members.colleague].map((member) => ({ staff_id: member.id, reason: basename(voucher) })),
    );
    expect(
      await app.database.query('select user_id, views from upload_view where name = $1', [basename(voucher)]),
    ).toEqual([{ user_id: ann.id, views: 2 }]);
  });

  it('of an identity is seen by the reviewer of the request, not by a reviewer of deposits', async () => {
    const person = await signUp(app, { level: 1 });
    const pictures = { front_pic: await uploaded(app, person.token), reverse_pic: await uploaded(app, person.token) };
    const request = {
      real_type: 2,
      country: 'DE',
      id_type: 'passport',
      name: 'José O’Neil-Łukasz',
      card_id: 'X12345678',
      ...pictures,
    };
    await app.ok('POST /user/real', request, { token: person.token });
    const reviewer = await signInStaff(app);
    const treasury = await signInStaff(app, 'treasury');
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'identity', status: 'pending' }, reviewer);
    const item = { queue: 'identity', id: list.find(({ user }) => user.uid === person.uid)?.id };
    expect(await app.rejection('POST /staff/queue/claim', item, treasury)).toMatchObject({ error: 'forbidden' });
    await app.ok('POST /staff/queue/claim', item, reviewer);
    for (const picture of Object.values(pictures)) {
      expect(await look(picture, reviewer.token)).toBe(200);
      expect(await look(picture, treasury.token)).toBe(404);
    }
  });
});

describe('at rest', () => {
  it('a picture is no picture, and cannot be altered or put in the place of another', async () => {
    const [one, two] = [await uploaded(app, ann.token), await uploaded(app, ann.token)];
    const objectOf = (url: string) => `sealed/u.${basename(url)}`;
    const sealed = bucket.objects.get(objectOf(one)) as Buffer;
    expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    await expect(sharp(sealed).metadata()).rejects.toThrow();
    const whole = bucket.objects.get(objectOf(two)) as Buffer;
    const altered = Buffer.from(whole);
    altered[altered.length - 20] = (altered.at(-20) ?? 0) ^ 1;
    for (const wrong of [altered, sealed, whole.subarray(0, 20), Buffer.from('a plain file')]) {
      bucket.objects.set(objectOf(two), wrong);
      expect(await look(two, ann.token)).toBe(500);
    }
    bucket.objects.set(objectOf(two), whole);
    expect(await look(two, ann.token)).toBe(200);
  });

  it('two encryptions of one picture differ', () => {
    const ring = readSealKeys(keys);
    if (typeof ring === 'string') throw new Error(ring);
    const [one, two] = [seal(ring, 'a', Buffer.from('x')), seal(ring, 'a', Buffer.from('x'))];
    expect(one.equals(two)).toBe(false);
    expect(unseal(ring, 'a', one).toString()).toBe('x');
  });

  it('a rotated key leaves every picture readable, and the former key is not needed afterwards', async () => {
    const picture = await uploaded(app, ann.token);
    const next = keyOf('2027');
    const both = await createTestApp(
      { ...bucketOf(bucket), UPLOAD_KEYS: `${next},${keys}` },
      {},
      undefined,
      undefined,
      app,
    );
    expect(await look(picture, ann.token, both)).toBe(200);
    expect(await turn('uploads-seal', both)).toBe('done');
    expect((await rowOf(picture))?.sealed_with).toBe('2027');
    const later = await createTestApp({ ...bucketOf(bucket), UPLOAD_KEYS: next }, {}, undefined, undefined, app);
    expect(await look(picture, ann.token, later)).toBe(200);
    // A node that has the former key only cannot read it.
    expect(await look(picture, ann.token)).toBe(500);
    const back = await createTestApp(
      { ...bucketOf(bucket), UPLOAD_KEYS: `${keys},${next}` },
      {},
      undefined,
      undefined,
      app,
    );
    await turn('uploads-seal', back);
    expect(await look(picture, ann.token)).toBe(200);
    for (const node of [both, later, back]) await node.close();
  });

  it('plain files of a former data folder are read, then encrypted; what has no row goes after a day', async () => {
    const folder = join(app.settings.dataDir, 'uploads');
    await mkdir(folder, { recursive: true });
    const jpeg = await sharp(await newPicture())
      .jpeg()
      .toBuffer();
    const former = '-_former-picture-of-ann.jpg';
    await app.database.query('insert into upload (name, user_id, at) values ($1, $2, $3)', [
      former,
      ann.id,
      new Date(app.now()),
    ]);
    const [young, old] = ['an-upload-that-has-just-begun.jpg', 'an-upload-that-never-ended.jpg'];
    for (const name of [former, young, old]) await writeFile(join(folder, name), jpeg);
    await utimes(join(folder, young), app.now() / 1_000, app.now() / 1_000);
    await utimes(join(folder, old), (app.now() - 2 * DAY) / 1_000, (app.now() - 2 * DAY) / 1_000);
    const url = `/api/uploads/${former}`;
    expect(await look(url, ann.token)).toBe(200);
    expect(await turn('uploads-seal')).toBe('done');
    expect((await readdir(folder)).filter((name) => name.endsWith('.jpg'))).toEqual([young]);
    expect(await rowOf(url)).toMatchObject({ sealed_with: '2026' });
    for (const node of [app, other]) expect(await look(url, ann.token, node)).toBe(200);
    // A file that came back, as from a backup, is removed: its picture is encrypted already.
    await writeFile(join(folder, former), jpeg);
    await turn('uploads-seal');
    expect((await readdir(folder)).filter((name) => name.endsWith('.jpg'))).toEqual([young]);
    await rm(join(folder, young));
  });

  it('a damaged file of a former data folder is encrypted as it is, and keeps none of the others plain', async () => {
    const folder = join(app.settings.dataDir, 'uploads');
    const jpeg = await sharp(await newPicture())
      .jpeg()
      .toBuffer();
    const files: [string, Buffer][] = [
      ['1-cut-off-by-a-full-disk.jpg', jpeg.subarray(0, 40)],
      ['2-emptied-by-a-full-disk.jpg', Buffer.alloc(0)],
      ['3-a-whole-picture-of-ann.jpg', jpeg],
    ];
    for (const [name, content] of files) {
      await app.database.query('insert into upload (name, user_id, at) values ($1, $2, $3)', [
        name,
        ann.id,
        new Date(app.now()),
      ]);
      await writeFile(join(folder, name), content);
    }
    expect(await turn('uploads-seal')).toBe('done');
    expect((await readdir(folder)).filter((name) => name.endsWith('.jpg'))).toEqual([]);
    for (const [name] of files) expect(await rowOf(name)).toMatchObject({ sealed_with: '2026' });
    expect(await look('/api/uploads/3-a-whole-picture-of-ann.jpg', ann.token)).toBe(200);
  });

  it('without settings a key is made in the data folder once, readable by its owner only', async () => {
    const settings = { ...app.settings, uploadBucket: undefined, uploadKeys: undefined };
    const [one, two] = [createVault(settings), createVault(settings)];
    const names = ['a-picture-by-the-first-one.jpg', 'a-picture-by-the-other-one.jpg'];
    await Promise.all([
      one.write(names[0] as string, Buffer.from('1')),
      two.write(names[1] as string, Buffer.from('2')),
    ]);
    expect(String(await two.read(names[0] as string))).toBe('1');
    expect(String(await one.read(names[1] as string))).toBe('2');
    expect(await one.read('nothing-of-this-name-here.jpg')).toBeNull();
    expect(await readFile(join(settings.dataDir, 'upload-keys'), 'utf8')).toMatch(/^local:.{44}$/);
  });
});

describe('uploads of one account', () => {
  it('are as many a day as configured, over two nodes at the same time', async () => {
    await app.database.query("update setting set value = '5' where keyword = 'max_uploads_per_day'");
    const person = await signUp(app);
    const picture = await newPicture();
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, turn) => upload(turn % 2 ? app : other, person.token, picture)),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(5);
    for (const { type, error } of outcomes) if (type !== 'ok') expect(error).toBe('upload_quota');
    expect(await upload(app, ann.token)).toMatchObject({ type: 'ok' });
    app.advance(DAY + 1);
    await app.database.query("update setting set value = '400' where keyword = 'max_uploads_per_day'");
    ann = await signUp(app);
  });

  it('are no avatar where a case refers to them: evidence neither becomes public nor is given up', async () => {
    const person = await signUp(app, { level: 1 });
    const as = { token: person.token };
    const picture = await newPicture(640, 480);
    const voucher = await uploaded(app, person.token, picture);
    const first = await claim(app, person, { voucher });
    const avatar = await uploaded(app, person.token);
    const rejection = await app.rejection('POST /user/uploadHeadPortrait', { avatar: voucher }, as);
    expect(rejection).toMatchObject({ error: 'upload_unknown', field: 'avatar' });
    await app.ok('POST /user/uploadHeadPortrait', { avatar }, as);
    expect(await look(voucher)).toBe(404);
    // The same picture in a second claim is noticed as ever.
    const second = await claim(app, person, { voucher: await uploaded(app, person.token, picture) });
    const { token } = await signInStaff(app);
    const { warnings } = await app.ok('GET /staff/queue/show', { queue: 'deposit', id: second.id }, { token });
    expect(warnings).toEqual([{ code: 'same_picture', items: [first.id] }]);
    // Nor does an avatar become evidence: changing it would delete that.
    const request = { real_type: 2, id_type: 'passport', country: 'GB', name: 'Ann Lee', card_id: 'X12345678' };
    const pictures = { front_pic: avatar, reverse_pic: await uploaded(app, person.token) };
    expect(await app.rejection('POST /user/real', { ...request, ...pictures }, as)).toMatchObject({
      error: 'upload_unknown',
      field: 'front_pic',
    });
  });

  it('of many accounts that nothing refers to are deleted in one turn, however many', async () => {
    await app.database.query(
      `insert into upload (name, user_id, at, stored) select 'made-up-' || lpad(g::text, 24, '0') || '.jpg', $1, $2, true
         from generate_series(1, 450) g`,
      [ann.id, new Date(app.now() - 2 * DAY)],
    );
    expect(await jobs.turn('uploads-clean-up')).toBe('done');
    expect(await app.database.query(`select from upload where name like 'made-up-%'`)).toEqual([]);
  });

  it('go after a day where nothing refers to them, with their content', async () => {
    const [unused, voucher, avatar, replaced] = (await Promise.all(
      Array.from({ length: 4 }, () => uploaded(app, ann.token)),
    )) as [string, string, string, string];
    await claim(app, ann, { voucher });
    for (const picture of [replaced, avatar]) {
      await app.ok('POST /user/uploadHeadPortrait', { avatar: picture }, { token: ann.token });
    }
    // Its row says that nothing refers to it, and the claim does.
    const damaged = await uploaded(app, ann.token);
    await claim(app, ann, { voucher: damaged });
    await app.database.query('update upload set used = false where name = $1', [basename(damaged)]);
    app.advance(DAY - 1);
    await turn('uploads-clean-up');
    expect(await rowOf(unused)).toBeDefined();
    app.advance(2);
    await turn('uploads-clean-up');
    for (const gone of [unused, replaced]) {
      expect(await rowOf(gone)).toBeUndefined();
      expect(bucket.objects.has(`sealed/u.${basename(gone)}`)).toBe(false);
    }
    for (const kept of [voucher, avatar, damaged]) {
      expect(await rowOf(kept)).toMatchObject({ used: true });
      expect(bucket.objects.has(`sealed/u.${basename(kept)}`)).toBe(true);
    }
  });
});

describe('pictures of decided cases', () => {
  it('are deleted after the configured time: rejected claims and failed requests first', async () => {
    const person = await signUp(app, { level: 1 });
    const reviewer = await signInStaff(app);
    const vouchers = [await uploaded(app, person.token), await uploaded(app, person.token)];
    const [rejected, approved] = [
      await claim(app, person, { voucher: vouchers[0] }),
      await claim(app, person, { voucher: vouchers[1] }),
    ];
    await act('reject', rejected.id, reviewer);
    await act('approve', approved.id, reviewer);
    const pictures = { front_pic: await uploaded(app, person.token), reverse_pic: await uploaded(app, person.token) };
    const request = {
      real_type: 2,
      id_type: 'passport',
      country: 'CN',
      name: '王小明',
      card_id: 'X12345678',
      ...pictures,
    };
    await app.ok('POST /user/real', request, { token: person.token });
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'identity', status: 'pending' }, reviewer);
    const id = list.find(({ user }) => user.uid === person.uid)?.id;
    await app.ok('POST /staff/queue/reject', { queue: 'identity', id, reason: 'Blurred' }, reviewer);
    const clean = async () => {
      for (const job of ['deposit-retention', 'kyc-retention', 'uploads-clean-up']) {
        expect(await turn(job)).toBe('done');
      }
    };
    app.advance(89 * DAY);
    await clean();
    expect(await rowOf(rejected.voucher ?? '')).toBeDefined();
    app.advance(2 * DAY);
    await clean();
    for (const gone of [rejected.voucher ?? '', ...Object.values(pictures)]) expect(await rowOf(gone)).toBeUndefined();
    expect(await rowOf(approved.voucher ?? '')).toBeDefined();
    const [kept] = await app.database.query('select name, card_id from verification_request where id = $1', [id]);
    expect(kept).toEqual({ name: '王***', card_id: '****5678' });
    app.advance(1825 * DAY);
    await clean();
    expect(await rowOf(approved.voucher ?? '')).toBeUndefined();
    const [row] = await app.database.query('select voucher from deposit_claim where id = $1', [approved.id]);
    expect(row).toEqual({ voucher: null });
  });
});

describe('one picture', () => {
  it('in two claims warns the staff about both, and needs two members', async () => {
    const [one, two] = [await signUp(app), await signUp(app)];
    const picture = await newPicture(640, 480);
    const first = await claim(app, one, { voucher: await uploaded(app, one.token, picture) });
    const second = await claim(app, two, { voucher: await uploaded(app, two.token, picture) });
    const [mara, odo] = [await signInStaff(app), await signInStaff(app)];
    const warnings = async (id: string) =>
      (await app.ok('GET /staff/queue/show', { queue: 'deposit', id }, mara)).warnings;
    expect(await warnings(first.id)).toEqual([{ code: 'same_picture', items: [second.id] }]);
    expect(await warnings(second.id)).toEqual([{ code: 'same_picture', items: [first.id] }]);
    expect(await act('approve', second.id, mara)).toMatchObject({ message: { status: 'pending' } });
    expect(await act('approve', second.id, odo)).toMatchObject({ message: { status: 'approved' } });
  });

  it('scaled and compressed anew is found too, and another picture is not', async () => {
    const person = await signUp(app);
    const picture = await newPicture(900, 700);
    const copy = await sharp(picture).resize(610).jpeg({ quality: 55 }).toBuffer();
    const first = await claim(app, person, { voucher: await uploaded(app, person.token, picture) });
    await claim(app, person, { voucher: await uploaded(app, person.token, await newPicture(900, 700)) });
    const again = await claim(app, person, { voucher: await uploaded(app, person.token, copy) });
    const { token } = await signInStaff(app);
    const show = (id: string) => app.ok('GET /staff/queue/show', { queue: 'deposit', id }, { token });
    expect((await show(again.id)).warnings).toEqual([{ code: 'similar_picture', items: [first.id] }]);
    expect((await show(first.id)).warnings).toEqual([{ code: 'similar_picture', items: [again.id] }]);
  });
});
