import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  ann = await signUp(app);
});
afterAll(() => app.close());

const edit = (payload: Record<string, unknown>) => app.call('POST /user/editNickname', payload, { token: ann.token });

describe('the profile', () => {
  it('changes the sent fields only; the owner’s screens are notified', async () => {
    const told: string[] = [];
    const stop = app.accountEvents.listen((userId, { kind }) => void told.push(`${userId} ${kind}`));
    expect(await edit({ nickname: '小明99', signature: 'buy low' })).toMatchObject({
      message: { nickname: '小明99', signature: 'buy low' },
    });
    expect(await edit({ signature: 'sell high' })).toMatchObject({
      message: { nickname: '小明99', signature: 'sell high' },
    });
    stop();
    expect(told).toEqual([`${ann.id} profile`, `${ann.id} profile`]);
  });

  it.each([
    ['nickname', 'a', 'field_too_short'],
    ['nickname', 'elevenchars', 'field_too_long'],
    ['nickname', 'a_b', 'invalid_nickname'],
    ['signature', '<b>bold</b>', 'invalid_signature'],
  ])('rejects the %s %s', async (field, value, error) => {
    expect(await edit({ [field]: value })).toMatchObject({ error, field });
  });

  it('stores language and fiat currency', async () => {
    const preferences = { language: 'jp', fiat: 'JPY' };
    expect(await app.ok('POST /user/preferences', preferences, { token: ann.token })).toEqual(preferences);
    expect(await app.ok('GET /user/info', {}, { token: ann.token })).toMatchObject(preferences);
    expect(await app.rejection('POST /user/preferences', { fiat: 'XXX' }, { token: ann.token })).toMatchObject({
      error: 'field_unknown_choice',
      field: 'fiat',
    });
  });
});
