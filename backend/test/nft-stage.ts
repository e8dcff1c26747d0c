import { randomUUID } from 'node:crypto';
import type { Output } from '@tessera/api/contract';
import { languageCodes } from '@tessera/api/rules';
import { hashSecret } from '../src/domains/identity/index.ts';
import { closeSales } from '../src/domains/nft/close.ts';
import { openPrimarySale, type PrimarySale } from '../src/domains/nft/primary.ts';
import { searchOf } from '../src/domains/nft/search.ts';
import { houseBalance, userBalance } from '../src/platform/ledger/index.ts';
import { jobRun } from './job-run.ts';
import { letAllUnapproved, type Person, signUp } from './people.ts';
import type { TestApp } from './test-app.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const KEY = '482915';

const everywhere = (text: string) => JSON.stringify(Object.fromEntries(languageCodes.map((code) => [code, text])));

const MEDIA = JSON.stringify({
  type: 'image',
  width: 1200,
  height: 900,
  placeholder: null,
  pictures: [{ width: 320, webp: '/api/nft/media/a.webp', avif: null }],
  source: null,
  duration: null,
  waveform: null,
});

let made = 0;
let hash: Promise<string> | undefined;

export type WorkTerms = {
  readonly name?: string;
  readonly editions?: number;
  readonly royaltyBp?: number;
  readonly rarity?: 'common' | 'rare' | 'epic' | 'legendary';
  readonly type?: 'image' | 'gif' | 'audio' | 'video';
  readonly artistId?: number;
  readonly collectionId?: number;
};

/** The marketplace on a test app, without the works that a start brings. */
export function nftStage(app: TestApp) {
  const { database } = app;
  const market = { catalogue: app.catalogue, feed: app.feed, now: app.now };
  hash ??= hashSecret(KEY);
  return {
    prices(ether = '3000'): void {
      app.feed.setPrice('ETH/USDT', ether);
      app.feed.setPrice('BTC/USDT', '60000');
    },
    /** A user of level 2 with a payment password. */
    async person(change: Record<string, string> = { USDT: '100000', ETH: '100' }): Promise<Person> {
      const person = await signUp(app, { level: 2, funds: { change } });
      await database.query('update user_account set pay_password_hash = $2 where id = $1', [person.id, await hash]);
      await letAllUnapproved(app);
      return person;
    },
    /** An artist: of the house, or a user. Returns the id. */
    async artist(userId: string | null = null, name = 'Mira Voss'): Promise<number> {
      made += 1;
      const [row] = await database.query<{ id: number }>(
        `insert into nft_artist (code, user_id, name, biographies, created_at) values ($1, $2, $3, $4, $5)
         on conflict (user_id) do update set name = excluded.name returning id`,
        [`artist-${made}`, userId, name, everywhere('Draws with light.'), new Date(app.now())],
      );
      return row?.id as number;
    },
    async collection(name: string): Promise<number> {
      made += 1;
      const [row] = await database.query<{ id: number }>(
        `insert into nft_collection (code, names, descriptions, created_at) values ($1, $2, $3, $4) returning id`,
        [`collection-${made}`, everywhere(name), everywhere('Of nights.'), new Date(app.now())],
      );
      return row?.id as number;
    },
    /** A work. Returns its id and code. */
    async work(terms: WorkTerms = {}): Promise<{ id: string; code: string }> {
      made += 1;
      const name = terms.name ?? `Work ${made}`;
      const artistId = terms.artistId ?? (await this.artist());
      const [artist] = await database.query<{ name: string }>('select name from nft_artist where id = $1', [artistId]);
      const { search, grams } = searchOf([name, artist?.name ?? '']);
      const code = `WORK-${made}`;
      const [row] = await database.query<{ id: string }>(
        `insert into nft_work (code, artist_id, collection_id, type, names, descriptions, properties, rarity, media,
                               royalty_bp, editions, search, grams, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
        [
          code,
          artistId,
          terms.collectionId ?? null,
          terms.type ?? 'image',
          everywhere(name),
          everywhere('A work.'),
          JSON.stringify([{ name: JSON.parse(everywhere('Palette')), value: JSON.parse(everywhere('Violet')) }]),
          terms.rarity ?? 'rare',
          MEDIA,
          terms.royaltyBp ?? 500,
          terms.editions ?? 1,
          search,
          grams,
          new Date(app.now()),
        ],
      );
      return { id: row?.id as string, code };
    },
    /** The artist's sale of a work, on from now on: 100 USDT, or an auction from 100 in steps of 10 with a deposit of 10. */
    async sale(workId: string, changes: Partial<PrimarySale> = {}): Promise<string> {
      const auction = changes.saleType === 'auction';
      return database.transaction((tx) =>
        openPrimarySale(
          tx,
          {
            workId,
            saleType: 'normal',
            currency: 'USDT',
            price: '100',
            startAt: app.now(),
            endAt: app.now() + DAY,
            ...(auction && { auction: { deposit: '10', increment: '10' } }),
            ...changes,
          },
          market,
        ),
      );
    },
    /** A work in an auction of a day. */
    async auction(terms: WorkTerms = {}, changes: Partial<PrimarySale> = {}): Promise<string> {
      const { id, code } = await this.work(terms);
      await this.sale(id, { saleType: 'auction', ...changes });
      return code;
    },
    buy: ({ token }: Pick<Person, 'token'>, code: string, price = '100', key = randomUUID() as string) =>
      app.call('POST /bind_box/buyNFT', { code, price, key: KEY }, { token, idempotencyKey: key }),
    deposit: ({ token }: Pick<Person, 'token'>, code: string, key = randomUUID() as string) =>
      app.call('POST /bind_box/marginNFT', { code, key: KEY }, { token, idempotencyKey: key }),
    bid: ({ token }: Pick<Person, 'token'>, code: string, price: string, key = randomUUID() as string) =>
      app.call('POST /bind_box/auctionNFT', { code, price, key: KEY }, { token, idempotencyKey: key }),
    async depositAndBid(person: Pick<Person, 'token'>, code: string, price: string): Promise<void> {
      for (const outcome of [await this.deposit(person, code), await this.bid(person, code, price)]) {
        if (outcome.type !== 'ok') throw new Error(`${code}: ${JSON.stringify(outcome)}`);
      }
    },
    pay: ({ token }: Pick<Person, 'token'>, id: string, key = randomUUID() as string) =>
      app.call('POST /bind_box/payNFTOrder', { id, key: KEY }, { token, idempotencyKey: key }),
    resell: ({ token }: Pick<Person, 'token'>, code: string, terms: Record<string, unknown> = {}) =>
      app.call(
        'POST /bind_box/resellNFT',
        { code, sale_type: 'normal', price: '200', key: KEY, ...terms },
        { token, idempotencyKey: randomUUID() },
      ),
    cancel: ({ token }: Pick<Person, 'token'>, code: string) =>
      app.call('POST /bind_box/cancelResale', { code }, { token, idempotencyKey: randomUUID() }),
    detail: (code: string, person?: Pick<Person, 'token'>): Promise<Output<'GET /bind_box/getBoxDetail'>> =>
      app.ok('GET /bind_box/getBoxDetail', { code }, person ? { token: person.token } : {}),
    toPay: async ({ token }: Pick<Person, 'token'>) =>
      (await app.ok('POST /bind_box/getNeedPayNFTOrder', {}, { token })).list,
    close: () => closeSales({ database, catalogue: app.catalogue, now: app.now }, jobRun()),
    held: ({ id }: Pick<Person, 'id'>, name: 'change' | 'nft' = 'change', currency = 'USDT') =>
      userBalance(database, id, name, currency),
    house: (name: 'fees' | 'nft' | 'payments', currency = 'USDT') => houseBalance(database, name, currency),
    /** Lets time pass, with prices that are fresh. */
    rest(ms: number): void {
      app.advance(ms);
      this.prices();
    },
  };
}
export type NftStage = ReturnType<typeof nftStage>;
