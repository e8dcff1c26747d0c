import { TERMS_VERSION } from '@tessera/api/identity/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { lastCode, PASSWORD, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { isMobile, mobileOf, repairedMobile } from './mobile.ts';
import { repairMobiles } from './repair-mobiles.ts';

describe('a number', () => {
  it.each([
    ['+7 916 123-45-67', '', '79161234567'],
    ['8 916 123-45-67', '+7', '79161234567'],
    ['+39 06 698 1234', '', '39066981234'],
    ['06 698 1234', '+39', '39066981234'],
    ['06 30 123 4567', '36', '36301234567'],
    ['30 123 4567', '36', '36301234567'],
    ['0151 48261937', '+49', '4915148261937'],
    ['+49 0151 48261937', '', '4915148261937'],
    ['4915148261937', '', '4915148261937'],
    ['138 0013 8000', '86', '8613800138000'],
  ])('%s with area code %j is stored as %s', (text, areaCode, mobile) => {
    expect(mobileOf(text, areaCode)).toBe(mobile);
    expect(isMobile(mobile)).toBe(true);
  });

  it('never throws, whatever is sent as number and area code', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.stringMatching(/^\+?\d{1,4}$/)), (text, areaCode) => {
        expect(mobileOf(text, areaCode)).toMatch(/^\d*$/);
        expect(repairedMobile(text.replace(/\D/g, ''))).toMatch(/^\d*$/);
      }),
    );
  });

  it('of no numbering plan keeps its digits, and is no number to sign up with', () => {
    expect(mobileOf('8 916 123-45-67')).toBe('89161234567');
    expect(isMobile('89161234567')).toBe(false);
  });

  it.each([
    ['789161234567', '79161234567'],
    ['3966981234', '39066981234'],
    ['366301234567', '36301234567'],
    ['4915148261937', '4915148261937'],
    ['89161234567', '89161234567'],
    ['12345', '12345'],
  ])('that was stored as %s is repaired to %s', (stored, mobile) => expect(repairedMobile(stored)).toBe(mobile));
});

describe('stored numbers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const numbers = async () =>
    (await app.database.query('select mobile, shared_mobile from user_account order by id')).map((row) => row);
  const logIn = (user_string: string, area_code: string, password = PASSWORD) =>
    app.call('POST /user/login', { user_string, area_code, password });

  test('are repaired once, by two nodes at once; of two accounts with one number neither loses access', async () => {
    const people = [];
    for (const mobile of ['789161234567', '79161234567', '366301234567', '4915148261937']) {
      const person = await signUp(app, { password: `a-secret-of-${mobile}` });
      await app.database.query('update user_account set mobile = $2, email = null where id = $1', [person.id, mobile]);
      people.push(person);
    }
    await app.database.query('delete from data_step');
    await Promise.all([repairMobiles(app.database, app.now()), repairMobiles(app.database, app.now())]);
    await repairMobiles(app.database, app.now());
    expect(await numbers()).toEqual([
      { mobile: '79161234567', shared_mobile: null },
      { mobile: null, shared_mobile: '79161234567' },
      { mobile: '36301234567', shared_mobile: null },
      { mobile: '4915148261937', shared_mobile: null },
    ]);
    for (const [index, stored] of ['789161234567', '79161234567'].entries()) {
      const outcome = await logIn('8 916 123-45-67', '+7', `a-secret-of-${stored}`);
      expect(outcome).toMatchObject({ type: 'ok', message: { user: { uid: people[index]?.uid } } });
    }
    expect(await logIn('8 916 123-45-67', '+7')).toMatchObject({ error: 'wrong_credentials' });
    const token = people[1]?.token ?? '';
    expect(await app.ok('GET /user/info', {}, { token })).toMatchObject({
      mobile: null,
      mobile_to_replace: '*******4567',
    });
  });

  test('are the same however a number is dialled: it opens one account', async () => {
    const dialled = { user_string: '06 698 1234', area_code: '+39' };
    await app.ok('POST /sms_mail', { ...dialled, scene: 'register' });
    const form = { loginActive: 'mobile', password: PASSWORD, re_password: PASSWORD, terms: TERMS_VERSION };
    const code = lastCode(app, '39066981234');
    await app.ok('POST /user/register', { ...form, ...dialled, code });
    app.advance(10 * 60_000);
    await app.ok('POST /sms_mail', { user_string: '+39 06 6981234', scene: 'register' });
    const again = { ...form, user_string: '+39 06 6981234', code: lastCode(app, '39066981234') };
    expect(await app.rejection('POST /user/register', again)).toMatchObject({ error: 'mobile_taken' });
    const impossible = { ...form, user_string: '89161234567', code: '000000' };
    expect(await app.rejection('POST /user/register', impossible)).toMatchObject({ error: 'invalid_mobile' });
  });
});
