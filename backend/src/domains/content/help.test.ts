import { randomUUID } from 'node:crypto';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readTexts, seedContent } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const search = async (language: LanguageCode, query: string) =>
  (await app.ok('GET /help/search', { query }, { language })).list;

/** What people type, and the article that has to be first. Inflected, without accents, in part, in their script. */
const QUERIES: Readonly<Record<LanguageCode, readonly (readonly [query: string, key: string])[]>> = {
  en: [
    ['verification code not arriving', 'codes'],
    ['passkey', 'passkeys'],
    ['how to withdraw to a wallet', 'withdraw'],
    ['liquidated loans', 'loans'],
    ['auction bid', 'nft'],
  ],
  de: [
    ['Auszahlung auf Bankkarte', 'withdraw'],
    ['Kredite Sicherheiten', 'loans'],
    ['Gebuhren VIP', 'vip'],
    ['Bestätigungscode kommt nicht', 'codes'],
    ['Konto schliessen', 'freeze'],
  ],
  fra: [
    ['prêts garantie', 'loans'],
    ['pret', 'loans'],
    ['code de vérification', 'codes'],
    ['enchères', 'nft'],
    ['geler mon compte', 'freeze'],
  ],
  spa: [
    ['prestamo', 'loans'],
    ['código de verificación', 'codes'],
    ['comprar criptomonedas con tarjeta', 'quick_buy'],
    ['subasta', 'nft'],
    ['comision VIP', 'vip'],
  ],
  alb: [
    ['kredi kolateral', 'loans'],
    ['kodi i verifikimit', 'codes'],
    ['ankand', 'nft'],
    ['ngrirja e llogarise', 'freeze'],
  ],
  zh: [
    ['收不到验证码', 'codes'],
    ['借贷抵押', 'loans'],
    ['怎么提现', 'withdraw'],
    ['通行密钥', 'passkeys'],
    ['拍卖出价', 'nft'],
  ],
  hk: [
    ['收不到驗證碼', 'codes'],
    ['借貸抵押品', 'loans'],
    ['凍結帳戶', 'freeze'],
    ['拍賣', 'nft'],
  ],
  jp: [
    ['認証コードが届かない', 'codes'],
    ['パスキー', 'passkeys'],
    ['ローンの担保', 'loans'],
    ['オークション入札', 'nft'],
    ['口座を凍結', 'freeze'],
  ],
  kor: [
    ['인증 코드', 'codes'],
    ['패스키', 'passkeys'],
    ['대출 담보', 'loans'],
    ['경매 입찰', 'nft'],
    ['수수료', 'vip'],
  ],
  th: [
    ['ไม่ได้รับรหัสยืนยัน', 'codes'],
    ['พาสคีย์', 'passkeys'],
    ['กู้ยืม', 'loans'],
    ['ประมูล NFT', 'nft'],
    ['ระงับบัญชี', 'freeze'],
  ],
};

describe.each(languageCodes)('in %s', (language) => {
  it.each(QUERIES[language])('“%s” finds %s first', async (query, key) => {
    const [first] = await search(language, query);
    expect(first?.title).toBe(readTexts(language).help[key]?.title);
  });

  it('articles have the figures of the English ones', () => {
    const figures = (text = '') => {
      const joined = text.replace(/(?<=\d)[.,\u00a0\u202f](?=\d{3}(?!\d))/g, '');
      return [...new Set(joined.match(/\d{2,}/g))].toSorted();
    };
    const english = readTexts('en').help;
    for (const [key, { body }] of Object.entries(readTexts(language).help))
      expect(figures(body), key).toEqual(figures(english[key]?.body));
  });
});

describe('a search', () => {
  it('has no result for what is nowhere, for signs alone, and none for a language of its own', async () => {
    expect(await search('en', 'xylophone zebra')).toEqual([]);
    expect(await search('en', '?!…')).toEqual([]);
    expect(await search('zh', '木琴斑马')).toEqual([]);
    expect(await search('de', '收不到验证码')).toEqual([]);
  });

  it('takes any text for text', async () => {
    for (const query of [`' or 1=1 --`, '%', '_', '\\', "a' & !b:*", '(((', 'x'.repeat(100)]) {
      expect(await search('en', query)).toEqual(expect.any(Array));
    }
  });

  it('finds questions as well, and what staff wrote', async () => {
    expect((await search('en', 'forgotten password')).some(({ subject }) => subject === null)).toBe(true);
    await app.database.query(
      `update content_text set body = body || ' Marmalade is served.', edited = true
        where language = 'en' and item_id = (select id from content_item where kind = 'help' and key = 'visa')`,
    );
    expect((await search('en', 'marmalade'))[0]?.title).toBe('Visa card');
  });
});

it('articles are listed by subject, and one has its text and the screen to do it', async () => {
  const { list } = await app.ok('GET /help/articles', {}, { language: 'de' });
  expect(list.length).toBeGreaterThan(25);
  expect(list[0]).toMatchObject({ subject: 'start', title: readTexts('de').help.verify?.title });
  const spot = list.find(({ title }) => title === readTexts('de').help.spot?.title);
  const article = await app.ok('GET /help/article', { id: spot?.id }, { language: 'de' });
  expect(article).toMatchObject({ subject: 'trade', link: '/pages/transaction/index' });
  expect(article.content).toBe(readTexts('de').help.spot?.body);
  expect(await app.rejection('GET /help/article', { id: '999999' })).toMatchObject({ error: 'not_found' });
});

it('an article of a former version gets its subject, and what staff changed stays', async () => {
  await app.database.query(`update content_item set section = null, position = 0 where kind = 'help' and key = 'spot'`);
  await app.database.query(`update content_item set position = 77 where kind = 'help' and key = 'options'`);
  await seedContent(app.database, app.now());
  const rows = await app.database.query<{ key: string; section: string; position: number }>(
    `select key, section, position from content_item where kind = 'help' and key in ('spot', 'options') order by key`,
  );
  expect(rows).toEqual([
    { key: 'options', section: 'trade', position: 77 },
    { key: 'spot', section: 'trade', position: 14 },
  ]);
});

describe('“was this helpful”', () => {
  const votes = () => app.database.query('select voter, helpful from content_vote order by at, voter');

  it('counts once a user and once a device, and a later vote replaces the former', async () => {
    const { list } = await app.ok('GET /help/articles', {});
    const id = list[0]?.id;
    const ann = await signUp(app);
    const device = randomUUID();
    for (const helpful of [true, true, false]) {
      await app.ok('POST /help/helpful', { id, helpful, device }, { token: ann.token });
      await app.ok('POST /help/helpful', { id, helpful: !helpful, device });
    }
    expect(await votes()).toEqual([
      { voter: `device:${device}`, helpful: true },
      { voter: `user:${ann.id}`, helpful: false },
    ]);
    expect(await app.rejection('POST /help/helpful', { id, helpful: true })).toMatchObject({ error: 'field_required' });
    const gone = { id: '999999', helpful: true, device };
    expect(await app.rejection('POST /help/helpful', gone)).toMatchObject({ error: 'not_found' });
    await app.database.transaction((tx) => app.ports.onClose(tx, ann.id));
    expect(await votes()).toHaveLength(1);
  });

  it('from one network counts 60 times a day, however many devices it claims', async () => {
    const { list } = await app.ok('GET /help/articles', {});
    const vote = () =>
      app.call(
        'POST /help/helpful',
        { id: list[1]?.id, helpful: true, device: randomUUID() },
        { address: '198.51.100.7' },
      );
    for (let each = 0; each < 60; each += 1) expect((await vote()).type).toBe('ok');
    await expect(vote()).rejects.toThrow('429');
  });
});
