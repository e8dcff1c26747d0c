import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolAuthenticator, enrolPasskey } from '../../../test/factors.ts';
import { jobRun } from '../../../test/job-run.ts';
import { lastCode, type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';
import { createCardNumbers, type StoredNumber, sealCards } from './card-numbers.ts';
import { qrTextOf } from './qr-picture.ts';

const HOUR = 3_600_000;
const KEY = '314158';
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const OTHER_TRON = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function newUser(): Promise<Person> {
  const person = await signUp(app, { level: 1 });
  await app.ok('POST /sms_send', { scene: 'pay_password' }, person);
  await app.ok('POST /safe/pay_password', { key: KEY, re_key: KEY, code: lastCode(app, person.email) }, person);
  return person;
}
beforeEach(async () => {
  ann = await newUser();
});

/** Location of an uploaded picture with a QR code. */
const qrOf = async (content: string, { token } = ann) => uploaded(app, token, await QRCode.toBuffer(content));

const whole = { currency: 3, network: 'TRC20', name: 'Cold wallet', tag: 'Own', address: TRON, key: KEY };
const save = async (changes: Record<string, unknown> = {}, person = ann) =>
  app.call(
    'POST /user/wallet/save',
    { ...whole, ...changes, qrcode: changes.qrcode ?? (await qrOf(String(changes.address ?? TRON), person)) },
    person,
  );
const addresses = async (person = ann, filter = {}) => (await app.ok('GET /user/wallet/list', filter, person)).list;

/** Milliseconds of the main thread, in which all requests are handled, that the search of a picture takes. */
async function costOf(pixels: Buffer, side: number): Promise<number> {
  const picture = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
  const costs: number[] = [];
  // The least of three: what else runs on the machine makes one dearer, by its caches.
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.threadCpuUsage();
    await expect(qrTextOf(picture, { account: 'user:1', address: '198.51.100.7' })).rejects.toMatchObject({
      code: 'qr_unreadable',
    });
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return Math.min(...costs);
}

it('a picture that is made to be searched for long holds up no other request', async () => {
  // Small marks of a QR code's corners, side by side.
  const side = 1_000;
  const grid = Buffer.alloc(side * side);
  for (let at = 0; at < grid.length; at += 1) {
    const ring = Math.max(Math.abs(((at % side) % 9) - 3), Math.abs((Math.floor(at / side) % 9) - 3));
    grid[at] = ring <= 1 || ring === 3 ? 0 : 255;
  }
  const white = await costOf(Buffer.alloc(side * side, 255), side);
  // Searched for on this thread it took more than half a second more than the white one, at a cost of 70 ms for both.
  expect(await costOf(grid, side)).toBeLessThan(3 * white + 20);
});

describe('a wallet address', () => {
  it('is saved with its QR code, listed by tag, renamed and deleted; its owner is told', async () => {
    const heard: string[] = [];
    const deaf = app.accountEvents.listen((userId, { kind }) => userId === ann.id && heard.push(kind));
    const saved = await save();
    deaf();
    expect(saved).toMatchObject({
      type: 'ok',
      message: { address: TRON, chain: 'tron', tag: 'Own', currency: 'USDT' },
    });
    expect(heard).toContain('payee');
    expect(app.outbox.findLast(({ to }) => to === ann.email)?.subject).toBe('Payment details saved');
    const [row] = await addresses(ann, { tag: 'Own', currency: 3, network: 'TRC20' });
    expect(row).toMatchObject({ usable_at: app.now() + 24 * HOUR });
    expect(await addresses(ann, { tag: 'Family' })).toEqual([]);
    const { id = '' } = row ?? {};
    // What says where money goes stays, whatever is sent with the new name.
    await app.ok('POST /user/wallet/save', { ...whole, id, name: 'Ledger', tag: '', address: OTHER_TRON }, ann);
    expect(await addresses()).toMatchObject([{ id, name: 'Ledger', tag: null, address: TRON }]);
    await app.ok('POST /user/wallet/delete', { id }, ann);
    expect(await addresses()).toEqual([]);
    expect(await app.rejection('POST /user/wallet/delete', { id }, ann)).toMatchObject({ error: 'not_found' });
    const [released] = await app.database.query<{ used: boolean }>('select used from upload where user_id = $1', [
      ann.id,
    ]);
    expect(released?.used).toBe(false);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['with a QR code of another address', { qrcode: OTHER_TRON }, 'qr_differs'],
    ['with a QR code of another chain', { qrcode: `bitcoin:${TRON}` }, 'request_unclear'],
    ['with a request for a call', { qrcode: `tron:${OTHER_TRON}/approve?address=${TRON}` }, 'request_unclear'],
    ['on a network of another chain', { network: 'ERC20' }, 'address_invalid'],
    ['with one character wrong', { address: TRON.replace('q', 'r') }, 'address_invalid'],
    ['for a bank', { currency: 1002, network: 'BANK' }, 'network_unknown'],
    ['of a currency that is not paid out', { currency: 999 }, 'currency_unknown'],
    ['on an unknown network', { network: 'BEP20' }, 'network_unknown'],
    ['without the payment password', { key: '159263' }, 'key_wrong'],
  ])('%s is not saved', async (_, { qrcode = TRON, ...changes }, error) => {
    const picture = await qrOf(String(qrcode));
    expect(await save({ ...changes, qrcode: picture })).toMatchObject({ error });
    expect(await addresses()).toEqual([]);
  });

  it('with a letter of another script is none', async () => {
    expect(await save({ address: TRON.replace('T', 'Т'), qrcode: await qrOf(TRON) })).toMatchObject({
      error: 'address_invalid',
      field: 'address',
    });
  });

  it('is compared with the picture as it was stored: turned, small, in a photograph, or without a code', async () => {
    const code = await QRCode.toBuffer(`ethereum:${ETHER}@1`, { width: 300 });
    const photograph = await sharp({ create: { width: 1400, height: 1900, channels: 3, background: '#d8c9a8' } })
      .composite([{ input: await sharp(code).rotate(90).png().toBuffer(), left: 700, top: 900 }])
      .jpeg({ quality: 70 })
      .toBuffer();
    const wanted = { currency: 2, network: 'ERC20', address: ETHER.toLowerCase() };
    const empty = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    expect(await save({ ...wanted, qrcode: await uploaded(app, ann.token, empty) })).toMatchObject({
      error: 'qr_unreadable',
      field: 'qrcode',
    });
    expect(await save({ ...wanted, qrcode: await uploaded(app, ann.token, photograph) })).toMatchObject({
      message: { address: ETHER },
    });
  });

  it('is not saved with a picture of another user, nor read, renamed or deleted by one', async () => {
    const bob = await newUser();
    expect(await save({ qrcode: await qrOf(TRON, bob) })).toMatchObject({ error: 'upload_unknown' });
    await save();
    const [{ id = '' } = {}] = await addresses();
    expect(await addresses(bob)).toEqual([]);
    expect(await app.call('POST /user/wallet/delete', { id }, bob)).toMatchObject({ error: 'not_found' });
    expect(await app.call('POST /user/wallet/save', { ...whole, id, name: 'Mine' }, bob)).toMatchObject({
      error: 'not_found',
    });
    expect(await addresses()).toMatchObject([{ id, name: 'Cold wallet' }]);
  });

  it('is saved once, also by eight calls at once', async () => {
    const pictures: string[] = [];
    // One after the other: of one account only a few wait to be decoded.
    for (let count = 0; count < 8; count += 1) pictures.push(await qrOf(TRON));
    const outcomes = await Promise.all(pictures.map((qrcode) => save({ qrcode })));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.type !== 'ok') expect(outcome).toMatchObject({ error: 'address_known' });
  });

  it('beyond the hundredth is not saved, also at once', async () => {
    await app.database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
       select $1, 'USDT', 'TRC20', 'n', 'a' || n, now(), now() from generate_series(1, 99) n`,
      [ann.id],
    );
    const pictures = await Promise.all([TRON, OTHER_TRON].map((address) => qrOf(address)));
    const outcomes = await Promise.all(
      [TRON, OTHER_TRON].map((address, index) => save({ address, qrcode: pictures[index] })),
    );
    expect(outcomes.filter((outcome) => outcome.type === 'ok')).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.type !== 'ok')).toMatchObject({ error: 'too_many_payees' });
  });
});

describe('a bank card', () => {
  const card = {
    real_name: 'Ada Lovelace',
    card_number: '6222 0202 0000 1234',
    bank_name: 'ICBC',
    province_city: 'Beijing',
    branch: 'Chaoyang',
    phone: '+86 10 12345678',
    key: KEY,
  };
  const abroad = {
    ...card,
    card_number: 'DE89 3704 0044 0532 0130 00',
    bank_network: 'SWIFT',
    swift_code: 'cobadeff',
    cardholder_address: 'Unter den Linden 1',
  };

  it('of either kind is saved, shown by its last digits, replaced and deleted by its owner alone', async () => {
    const local = await app.ok('POST /user/cash_save', card, ann);
    const international = await app.ok('POST /user/cash_save_international', abroad, ann);
    expect(JSON.stringify([local, international])).not.toMatch(/6222|3704/);
    expect([local.card_last4, international.card_last4, international.swift_code]).toEqual([
      '1234',
      '3000',
      'COBADEFF',
    ]);
    const bob = await newUser();
    const { id } = local;
    expect(await app.call('POST /user/cash_save', { ...card, id }, bob)).toMatchObject({ error: 'not_found' });
    expect(await app.call('POST /user/cash_delete', { id }, bob)).toMatchObject({ error: 'not_found' });
    expect(await app.call('POST /user/cash_save_international', { ...abroad, id }, ann)).toMatchObject({
      error: 'not_found',
    });
    app.advance(1_000);
    const changed = await app.ok('POST /user/cash_save', { ...card, id, branch: 'Haidian' }, ann);
    expect(changed).toMatchObject({ branch: 'Haidian', usable_at: app.now() + 24 * HOUR });
    expect((await app.ok('POST /user/cash_info', {}, ann)).list).toEqual([changed]);
    expect((await app.ok('POST /user/cash_info_international', {}, ann)).list).toEqual([international]);
    await app.ok('POST /user/cash_delete', { id: international.id }, ann);
    expect((await app.ok('POST /user/cash_info_international', {}, ann)).list).toEqual([]);
    expect((await app.ok('POST /user/cash_info', {}, bob)).list).toEqual([]);
  });

  it('is stored sealed: a reader of the database reads no number, and one row opens for no other user', async () => {
    const bob = await newUser();
    const { id } = await app.ok('POST /user/cash_save', card, bob);
    await app.ok('POST /user/cash_save', card, ann);
    type Row = StoredNumber & { readonly id: string; readonly text: string; readonly card_hash: Buffer };
    const rows = await app.database.query<Row>(
      `select *, to_jsonb(c)::text as text from payee_card c where card_last4 = '1234' and deleted_at is null`,
    );
    const own = rows.find((row) => row.id === id);
    if (!own) throw new Error('the card is not there');
    for (const { text } of rows) {
      expect(text).not.toContain('6222020200001234');
      expect(text).not.toContain(Buffer.from('6222020200001234').toString('hex'));
    }
    const numbers = createCardNumbers(app.settings);
    expect(numbers.open(own)).toBe('6222020200001234');
    expect(() => numbers.open({ ...own, user_id: ann.id })).toThrow();
    // Accounts that share a card are found by it; without the key no number can be tried against the hash.
    expect(rows.every(({ card_hash }) => card_hash.equals(own.card_hash))).toBe(true);
    expect(own.card_hash).not.toEqual(createHash('sha256').update('6222020200001234').digest());
    // What a former version stored, and what a former key sealed.
    await app.database.query(
      `update payee_card set card_number = '6222020200001234', card_sealed = null, card_hash = null where id = $1`,
      [id],
    );
    expect((await app.ok('POST /user/cash_info', {}, bob)).list).toMatchObject([{ card_last4: '1234' }]);
    const database = app.database;
    expect(await sealCards({ database, numbers }, jobRun())).toBe(1);
    const [key, old] = [randomBytes(32), readFileSync(join(app.settings.dataDir, 'factor.key'))];
    const sealedBy = (...factorKeys: Buffer[]) => createCardNumbers({ ...app.settings, factorKeys });
    const rotated = sealedBy(key, old);
    expect(await sealCards({ database, numbers: rotated }, jobRun())).toBeGreaterThan(1);
    expect(await sealCards({ database, numbers: rotated }, jobRun())).toBe(0);
    const [after] = await database.query<Row>('select *, null as text from payee_card where id = $1', [id]);
    if (!after) throw new Error('the card is not there');
    expect([sealedBy(key).open(after), after.card_number]).toEqual(['6222020200001234', null]);
    expect(() => numbers.open(after)).toThrow('FACTOR_KEY');
    await sealCards({ database, numbers: sealedBy(old, key) }, jobRun());
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ card_number: 'DE89370400440532013001' }, 'iban_invalid', 'card_number'],
    [{ swift_code: 'COBAXXFF' }, 'bic_invalid', 'swift_code'],
    [{ aba_number: '021000022' }, 'aba_invalid', 'aba_number'],
    [{ card_number: '000123456789' }, 'field_required', 'aba_number'],
    [{ real_name: '<b>Ada' }, 'field_special_characters', 'real_name'],
    [{ branch: '' }, 'field_required', 'branch'],
    [{ key: '159263' }, 'key_wrong', 'key'],
  ])('with %j is rejected', async (changes, error, field) => {
    expect(await app.call('POST /user/cash_save_international', { ...abroad, ...changes }, ann)).toMatchObject({
      error,
      field,
    });
  });
});

it('a network names the contract and the units of a token there, and none of a chain’s own coin', async () => {
  const { list } = await app.ok('GET /user/wallet/networks', {}, ann);
  const tokenOf = (currency: string, chain: string | null) =>
    list.find((each) => each.currency === currency && each.chain === chain)?.token;
  expect(tokenOf('USDT', 'ethereum')).toEqual({ contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 });
  expect(tokenOf('USDT', 'tron')).toEqual({ contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 });
  expect(tokenOf('ETH', 'ethereum')).toBeNull();
  expect(tokenOf('EUR', null)).toBeNull();
});

describe('the whitelist', () => {
  const state = (person = ann) => app.ok('GET /user/wallet/whitelist', {}, person);
  const turn = (on: boolean, proof: Record<string, unknown> = {}, person = ann) =>
    app.call('POST /user/wallet/whitelist', { on, key: KEY, ...proof }, person);
  const mailed = async (on: boolean) => {
    const { code: request } = await app.ok('POST /user/wallet/whitelist/begin', { on }, ann);
    await app.ok('POST /sms_send', { scene: 'withdraw', request: request ?? '' }, ann);
    return { code: lastCode(app, ann.email) };
  };

  it('goes on at once and off after the waiting time, each approved by a mailed code where there is no factor', async () => {
    expect(await app.ok('POST /user/wallet/whitelist/begin', { on: true }, ann)).toEqual({
      passkey: null,
      totp: false,
      factor_from: null,
      code: expect.any(String),
    });
    expect(await turn(true)).toMatchObject({ error: 'code_wrong' });
    const proof = await mailed(true);
    expect(await turn(false, proof)).toMatchObject({ error: 'code_for_other' });
    expect(await turn(true, proof)).toMatchObject({ message: { on: true, off_at: null } });
    expect(await turn(false, proof)).toMatchObject({ error: 'code_wrong' });
    app.advance(60_000);
    const until = app.now() + 24 * HOUR;
    expect(await turn(false, await mailed(false))).toMatchObject({ message: { on: true, off_at: until } });
    app.advance(60_000);
    // Asking again brings it no nearer and puts it off no further.
    expect(await turn(false, await mailed(false))).toMatchObject({ message: { off_at: until } });
    app.advance(until - 1 - app.now());
    expect(await state()).toMatchObject({ on: true, off_at: until });
    app.advance(1);
    expect(await state()).toEqual({ on: false, off_at: null, hours: 24 });
  });

  it('stays on where the owner asks for it while it waits to go off', async () => {
    await turn(true, await mailed(true));
    app.advance(60_000);
    await turn(false, await mailed(false));
    app.advance(60_000);
    expect(await turn(true, await mailed(true))).toMatchObject({ message: { on: true, off_at: null } });
    app.advance(25 * HOUR);
    expect(await state()).toMatchObject({ on: true });
  });

  it('takes the second factor of who has one: a passkey signs whether on or off, a mailed code is not enough', async () => {
    const proof = await mailed(true);
    const { device } = await enrolPasskey(app, ann);
    const sign = async (on: boolean) => {
      const { passkey } = await app.ok('POST /user/wallet/whitelist/begin', { on }, ann);
      return { passkey: device.sign(passkey ?? '') };
    };
    expect(await turn(true, proof)).toMatchObject({ error: 'passkey_required' });
    expect(await turn(true, await sign(false))).toMatchObject({ error: 'passkey_wrong' });
    expect(await turn(true, await sign(true))).toMatchObject({ message: { on: true } });
    const { code } = await enrolAuthenticator(app, ann);
    expect(await turn(false, { totp: code() })).toMatchObject({ message: { on: true, off_at: expect.any(Number) } });
  });
});
