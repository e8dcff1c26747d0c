import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobRun } from '../../../../test/job-run.ts';
import { lastCode, type Person, signUp } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { endSessions } from '../../../platform/session/sessions.ts';
import { createVault } from '../../../platform/uploads/vault.ts';
import { NOTICE_TEXTS } from '../notice-texts.ts';
import { type ArchiveParts, makeArchive } from './archive.ts';
import { EXPORT_EVERY, EXPORT_KEPT, expireExports, LINK_LASTS } from './data-export.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await signUp(app, { level: 1, funds: { change: { USDT: '123.456' } } });
});

const as = ({ token }: Person) => ({ token });
const ask = (user = ann) => app.call('POST /user/export', {}, as(user));
const link = async (user = ann) => (await app.ok('POST /user/export/link', {}, as(user))).url;
const download = (url: string) => app.app.inject({ method: 'GET', url });

/** Files of an archive by their paths, read as the format says (PKWARE APPNOTE 6.3, 4.3.12 and 4.3.16). */
function unzipped(archive: Buffer): (path: string) => string {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry += 1) {
    const [size, nameLength, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const header = archive.readUInt32LE(at + 42);
    const data = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), archive.subarray(data, data + size));
    at += 46 + nameLength + extra + comment;
  }
  return (path) => {
    const found = files.get(path);
    if (!found) throw new Error(`the archive has no ${path}`);
    return inflateRawSync(found).toString('utf8');
  };
}

/** Tables that hold something of a user: they name one, or refer to a row that does. */
const tablesOfUsers = async (): Promise<string[]> =>
  (
    await app.database.query<{ name: string }>(
      `with recursive reference (child, parent) as (
         select conrelid, confrelid from pg_constraint
          where contype = 'f' and connamespace = 'public'::regnamespace
       ), held (oid) as (
         select attrelid from pg_attribute
          where attname ~ '(^|_)user_id$|^holder$' and attnum > 0 and not attisdropped
            and attrelid in (select oid from pg_class where relkind in ('r', 'p') and not relispartition
                                and relnamespace = 'public'::regnamespace)
         union select 'user_account'::regclass::oid
         union select child from reference join held on parent = oid
       )
       select oid::regclass::text as name from held
        where oid in (select oid from pg_class where not relispartition) order by name`,
    )
  ).map(({ name }) => name);

describe('the copy of a user’s data', () => {
  it('has every table that holds something of users, or its domain says why not', async () => {
    const declared = app.ports.userData();
    // Says who holds a lease of the jobs, not who is a user.
    const missing = (await tablesOfUsers()).filter((table) => table !== 'lease' && !declared.has(table));
    expect(missing, 'declare them in `userData` of their domain').toEqual([]);
  });

  it('has no secrets: nothing that is hashed, sealed or a token leaves', async () => {
    const columns = await app.database.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and (data_type = 'bytea' or column_name ~ '(hash|secret|token|password)')`,
    );
    const declared = app.ports.userData();
    const leaked = columns.filter(({ table_name, column_name }) => {
      const table = declared.get(table_name);
      return table && 'rows' in table && !table.without?.includes(column_name);
    });
    expect(leaked).toEqual([]);
  });

  it('is made by a job, whole and exact, and read by other programs', async () => {
    await app.database.query(`update user_account set nickname = '=cmd|x' where id = $1`, [ann.id]);
    await app.ok('POST /optional/add', { symbol: 'BTC/USDT' }, as(ann));
    expect(await ask()).toMatchObject({ type: 'ok' });
    const { state, bytes } = await app.ok('GET /user/export', {}, as(ann));
    expect(state).toBe('ready');
    const response = await download(await link());
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="tessera-${ann.uid}.zip"`,
    });
    expect(response.rawPayload).toHaveLength(bytes ?? 0);
    const file = unzipped(response.rawPayload);
    expect(file('json/ledger_entry.json')).toContain('"amount": 123.456');
    expect(file('csv/ledger_account.csv')).toMatch(/123\.456/);
    expect(JSON.parse(file('json/watchlist_item.json'))).toMatchObject([{ symbol: 'BTC/USDT' }]);
    expect(JSON.parse(file('json/user_account.json'))).toMatchObject([{ uid: ann.uid, email: ann.email }]);
    expect(file('json/user_account.json')).not.toContain('password');
    // A spreadsheet must not run what a user chose as a name.
    expect(file('csv/user_account.csv')).toContain("'=cmd|x");
    expect(JSON.parse(file('json/option_order.json'))).toEqual([]);
    expect(JSON.parse(file('index.json'))).toMatchObject({
      uid: ann.uid,
      rows: { user_account: 1, watchlist_item: 1 },
    });
  });

  it('has tables that spreadsheets of the user’s language read: figures with its decimal sign, texts as they are', async () => {
    await app.database.query(`update user_account set language = 'de', nickname = '1.5' where id = $1`, [ann.id]);
    await ask();
    const file = unzipped((await download(await link())).rawPayload);
    const table = (path: string) =>
      parse(file(path), { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
    expect(file('csv/user_account.csv').startsWith('\ufeff')).toBe(true);
    expect(table('csv/user_account.csv')).toMatchObject([{ uid: ann.uid, nickname: '1.5' }]);
    const figures = table('csv/ledger_entry.csv').map(({ amount }) => amount);
    expect(figures).toEqual([expect.stringMatching(/^123,4560*$/)]);
    expect(file('json/ledger_entry.json')).toContain('"amount": 123.456');
  });

  it('has nothing of another user', async () => {
    const ben = await signUp(app, { funds: { change: { BTC: '7.77777777' } } });
    await app.ok('POST /optional/add', { symbol: 'ETH/USDT' }, as(ben));
    await ask();
    const archive = (await download(await link())).rawPayload;
    const file = unzipped(archive);
    for (const table of app.ports.userData().keys()) {
      const exported = app.ports.userData().get(table);
      if (!exported || !('rows' in exported)) continue;
      expect(file(`json/${table}.json`)).not.toContain('7.77777777');
      expect(file(`json/${table}.json`)).not.toContain(ben.email);
    }
  });
});

describe('a link to it', () => {
  it('downloads once; the archive is gone after that', async () => {
    await ask();
    const url = await link();
    // A client that only looks at it leaves it as it is.
    const look = async (at = url) => (await app.app.inject({ method: 'HEAD', url: at })).statusCode;
    expect([await look(), await look(), await look(`${url.slice(0, -1)}_`)]).toEqual([200, 200, 404]);
    const outcomes = await Promise.all([download(url), download(url), download(url)]);
    expect(outcomes.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
    expect(await look()).toBe(404);
    expect((await app.ok('GET /user/export', {}, as(ann))).state).toBe('downloaded');
    expect(await app.rejection('POST /user/export/link', {}, as(ann))).toMatchObject({ error: 'not_found' });
  });

  it('ends after ten minutes, with a newer one, and with a freeze', async () => {
    await ask();
    const first = await link();
    const second = await link();
    expect((await download(first)).statusCode).toBe(404);
    expect((await download(second.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).statusCode).toBe(404);
    app.advance(LINK_LASTS);
    expect((await download(second)).statusCode).toBe(404);
    const id = ann.id;
    await app.database.query('update data_export set link_expires_at = $2 where user_id = $1', [
      id,
      new Date(app.now() + 1),
    ]);
    await app.ok('POST /user/freeze', {}, as(ann));
    expect((await download(second)).statusCode).toBe(404);
  });

  const reset = async () => {
    await app.ok('POST /sms_mail', { user_string: ann.email, scene: 'forget' });
    const password = 'another-Passw0rd-7';
    const code = lastCode(app, ann.email);
    await app.ok('POST /user/forget', { user_string: ann.email, code, password, re_password: password });
  };
  it.each([
    ['a reset of the password', reset],
    ['a log-out', () => app.ok('GET /user/logout', {}, as(ann))],
    [
      'the end of its session from another one',
      () => app.database.transaction((tx) => endSessions(tx, ann.id, { except: null }, app.now())),
    ],
  ])('ends with %s', async (_, end) => {
    await ask();
    const url = await link();
    await end();
    expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    expect((await download(url)).statusCode).toBe(404);
  });

  it('is none for a stolen session, nor is the copy; the owner is told of each request', async () => {
    await ask();
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, subject: NOTICE_TEXTS.data_requested.en.subject });
    app.advance(6 * 60_000);
    expect(await app.rejection('POST /user/export/link', {}, as(ann))).toMatchObject({
      error: 'confirmation_required',
    });
    const ben = await signUp(app);
    app.advance(6 * 60_000);
    expect(await ask(ben)).toMatchObject({ error: 'confirmation_required' });
    const cara = await signUp(app);
    expect(await app.rejection('POST /user/export/link', {}, as(cara))).toMatchObject({ error: 'not_found' });
  });
});

it('a copy is made once a day: of ten requests at once one', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(await ask()).toMatchObject({ error: 'export_too_soon' });
  const { next_at } = await app.ok('GET /user/export', {}, as(ann));
  expect(next_at).toBe(app.now() + EXPORT_EVERY);
});

it('an archive that is not fetched is deleted', async () => {
  await ask();
  const [row] = await app.database.query<{ name: string }>('select name from data_export where user_id = $1', [ann.id]);
  const vault = createVault(app.settings);
  expect(await vault.read(`${row?.name}.0`)).not.toBeNull();
  app.advance(EXPORT_KEPT);
  await expireExports({ ...app, vault }, jobRun());
  expect(await vault.read(`${row?.name}.0`)).toBeNull();
  expect((await app.ok('GET /user/export', {}, as(ann))).state).toBe('expired');
});

it('of two copies that are kept the newer one has the link', async () => {
  await ask();
  await app.database.query(`update data_export set requested_at = requested_at - interval '1 day' where user_id = $1`, [
    ann.id,
  ]);
  await ask();
  expect((await download(await link())).statusCode).toBe(200);
});

it('pictures, which may take longer than a transaction may be silent, are read after it', async () => {
  let open = false;
  const database: Database = {
    ...app.database,
    async transaction(work) {
      open = true;
      const done = await app.database.transaction(work);
      open = false;
      return done;
    },
  };
  const during: boolean[] = [];
  const read = async () => {
    during.push(open);
    return Buffer.from('picture');
  };
  const parts: ArchiveParts = {
    ...{ userId: ann.id, uid: ann.uid, language: 'en', at: app.now() },
    tables: new Map([['user_account', { rows: 'id = $1' }]]),
    pictures: [
      { name: 'a', read },
      { name: 'b', read },
    ],
  };
  const path = join(await mkdtemp(join(app.settings.dataDir, 'archive-')), 'archive.zip');
  await makeArchive(database, parts, path, new AbortController().signal);
  const archive = await readFile(path);
  expect(during).toEqual([false, false]);
  expect(archive.includes('pictures/b')).toBe(true);
});

describe('an archive', () => {
  const random = (bytes: number) => randomFillSync(Buffer.alloc(bytes));
  const tries = () =>
    app.database.query<{ attempts: number; queue_name: string }>(
      `select attempts, queue_name from graphile_worker.jobs where task_identifier = 'export-data'`,
    );
  const stored = async () =>
    (await readdir(app.settings.dataDir, { recursive: true })).filter((path) => /exports-\d+\.\d+$/.test(path));

  it('is written to a file, kept in parts, sent part by part, and gone from all places after that', async () => {
    const picture = random(2_600_000);
    const vault = createVault(app.settings);
    await vault.write('a-picture-of-hers.jpg', picture);
    await app.database.query(
      `insert into upload (name, user_id, at, stored, bytes) values ('a-picture-of-hers.jpg', $1, now(), true, $2)`,
      [ann.id, picture.length],
    );
    const before = (await stored()).length;
    await ask();
    const { bytes } = await app.ok('GET /user/export', {}, as(ann));
    const parts = Math.ceil((bytes ?? 0) / (1024 * 1024));
    expect(parts).toBeGreaterThan(2);
    expect(await stored()).toHaveLength(before + parts);
    expect(await readdir(join(app.settings.dataDir, 'copies'))).toEqual([]);
    const url = await link();
    const archive = (await download(url)).rawPayload;
    expect(archive).toHaveLength(bytes ?? 0);
    expect(unzipped(archive)('index.json')).toContain(ann.uid);
    await expect.poll(async () => (await stored()).length).toBe(before);
  });

  it('that cannot be read before anything is sent leaves its link as good as before', async () => {
    const before = new Set(await stored());
    await ask();
    const url = await link();
    const [part = ''] = (await stored()).filter((path) => !before.has(path) && path.endsWith('.0'));
    const path = join(app.settings.dataDir, part);
    const content = await readFile(path);
    await writeFile(path, 'not what was encrypted');
    expect((await download(url)).statusCode).toBe(500);
    await writeFile(path, content);
    expect(await download(url)).toMatchObject({ statusCode: 200 });
    expect((await download(url)).statusCode).toBe(404);
  });

  it('is made one at a time over all nodes, and three times at most; after that it is over', async () => {
    const failing = { ...as(ann) };
    await app.database.query(
      `insert into upload (name, user_id, at, stored, bytes) values ('none-can-read-this.jpg', $1, now(), true, 4)`,
      [ann.id],
    );
    await mkdir(join(app.settings.dataDir, 'uploads', 'sealed'), { recursive: true });
    // What nothing has encrypted.
    await writeFile(join(app.settings.dataDir, 'uploads', 'sealed', 'u.none-can-read-this.jpg'), 'none');
    await ask();
    expect(await tries()).toEqual([{ attempts: 1, queue_name: 'export-data' }]);
    expect((await app.ok('GET /user/export', {}, failing)).state).toBe('waiting');
    for (let attempt = 2; attempt <= 3; attempt += 1) await app.queue.drain({ ahead: true });
    expect((await app.ok('GET /user/export', {}, failing)).state).toBe('expired');
    await app.queue.drain({ ahead: true });
    expect(await tries()).toMatchObject([{ attempts: 3 }]);
    expect(await readdir(join(app.settings.dataDir, 'copies'))).toEqual([]);
    expect(await ask()).toMatchObject({ error: 'export_too_soon' });
  });

  it('of a former version, in one object, is sent and deleted, too', async () => {
    const vault = createVault(app.settings);
    await vault.write('export-of-former-times', Buffer.from('a former archive'));
    await app.database.query(
      `insert into data_export (user_id, state, requested_at, name, bytes, ready_at, expires_at)
       values ($1, 'ready', $2, 'export-of-former-times', 16, $2, $3)`,
      [ann.id, new Date(app.now()), new Date(app.now() + EXPORT_KEPT)],
    );
    expect((await download(await link())).body).toBe('a former archive');
    await expect.poll(() => vault.read('export-of-former-times')).toBeNull();
  });
});
