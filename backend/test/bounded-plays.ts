import { randomUUID } from 'node:crypto';
import type { CallId, contract } from '@tessera/api/contract';
import { makeTrader } from '../src/domains/copytrading/applications.ts';
import { weekOf } from '../src/domains/copytrading/shares.ts';
import { hashSecret } from '../src/domains/identity/password.ts';
import type { MarketTerms } from '../src/platform/market/terms.ts';
import { boxStage } from './box-stage.ts';
import { endless } from './feed-source.ts';
import { DAY, KEY, type NftStage } from './nft-stage.ts';
import { createOptionStage, type OptionStage } from './option-stage.ts';
import { fund, type Person } from './people.ts';
import type { TestApp } from './test-app.ts';
import { confirmedSession } from './well-used.ts';

/* For each call that may enrich another user within a bound: what a thief prepares so that it carries most. */

type Contract = typeof contract;
/** The calls that the contract declares `bounded`: one without a play does not compile. */
export type BoundedId = {
  [K in CallId]: Contract[K] extends { readonly value: { readonly to: 'bounded' } } ? K : never;
}[CallId];

type Turn = {
  readonly input: Record<string, string>;
  /** What makes the effect of the call come. */
  readonly after?: () => Promise<unknown>;
};
export type Play = {
  /** Prepares one call of the victim; it is refused already where it throws. */
  readonly turn: (victim: Person, thief: Person) => Promise<Turn>;
} & (
  | {
      /** Trades of a turn, which carry to the thief as much as nothing stops. */
      readonly trades: number;
    }
  | {
      /** What others gain at most by each turn, USDT, and nearly do. */
      readonly most: number;
      /** States of the victim's account in which they gain nothing. */
      readonly never?: readonly string[];
    }
  | {
      /** Why no other gains by the call, whatever a thief prepares. What a referrer gets of its fee is counted apart. */
      readonly nothing: string;
    }
);

const SPOT = 'BTC/USDT';
const PERP = 'BTC/USDT-PERP';
export const INDEX = 60_000;
/** So much that one trade could carry more than the bound, though the house takes a part of it. */
const AMOUNT = 0.2;
/** So much that two trades carry nearly the bound: a reversal is whole or not at all. */
const HALF = '0.045';
const AWAY = 0.035;
/** What a trade may carry that is near the index, and where the index is near `INDEX`, USDT. */
export const NEAR = INDEX * AMOUNT * 0.000_6;
/** What copies gain for a follower, and what of it is the trader's at most; USDT. */
const COPIES_GAIN = 1_000;
const SHARE = COPIES_GAIN * 0.1;
const DEAR = String(Math.round(INDEX * (1 + AWAY)));
const CHEAP = String(Math.round(INDEX * (1 - AWAY)));

/** The house shows little, and reaches far: users meet each other as far from the index as orders trade. */
export const thinHouse = (terms: MarketTerms): MarketTerms => ({
  ...endless(terms),
  house: { halfSpread: 0.000_2, width: 0.036, levels: 2, depth: 10, cap: 3, skew: 0, refill: 0.01 },
  breaker: { ...terms.breaker, jump: 0.05 },
});

export const setPrices = (app: TestApp, price = INDEX): void => {
  for (const symbol of [SPOT, PERP]) app.feed.setPrice(symbol, String(price));
};

let people = 0;
let password: Promise<string> | undefined;

/**
 * A user of level 2 with a payment password and money in each account, who may have been invited; these attacks are not about
 * signing up.
 */
export async function newcomer(app: TestApp, by: Pick<Person, 'id'> | null = null): Promise<Person> {
  people += 1;
  password ??= hashSecret(KEY);
  const email = `bounded${people}@example.com`;
  const [row] = await app.database.query<{ id: string; uid: string }>(
    `insert into user_account (uid, email, password_hash, pay_password_hash, nickname, extension_code, language,
                               verification_level, created_at, invited_by)
     values ($1, $2, 'x', $3, $4, $4, 'en', 2, $5, $6) returning id, uid`,
    [String(60_000_000 + people), email, await password, `BOUND${people}`, new Date(app.now()), by?.id ?? null],
  );
  if (!row) throw new Error('no user was made');
  for (const name of ['change', 'lever', 'micro'] as const) await fund(app, row.id, name, 'USDT', '100000');
  await fund(app, row.id, 'change', 'BTC', '1');
  return { ...row, email, token: '' };
}

const asOf = async (app: TestApp, person: Person) => ({
  token: await confirmedSession(app, person),
  idempotencyKey: randomUUID() as string,
});

/** Takes what a user has resting out of the books, and closes what the exchange has to: the next thief is to be met alone. */
export async function clearBooks(app: TestApp, person: Person): Promise<void> {
  for (const [call, table, id, forced] of [
    ['PUT /coin/trade', 'spot_order', 'id', 'false'],
    ['POST /lever/cancel', 'lever_order', 'position_id', `purpose = 'close' and kind = 'market'`],
  ] as const) {
    const rows = await app.database.query<{ id: string; forced: boolean }>(
      `select ${id} as id, ${forced} as forced from ${table} where user_id = $1 and status = 'pending'`,
      [person.id],
    );
    for (const row of rows) {
      if (!row.forced) await app.ok(call, { id: row.id }, await asOf(app, person));
    }
    if (rows.some((row) => row.forced)) await buyAtIndex(app);
  }
}

/** Someone buys what positions that are being closed still sell, at the index: nothing is carried. */
async function buyAtIndex(app: TestApp): Promise<void> {
  const buyer = await newcomer(app);
  const order = { symbol: PERP, mode: 'isolated', multiple: '2', amount: '1', type: '1', kind: 'limit' };
  await app.ok('POST /lever/submit', { ...order, target_price: String(INDEX) }, await asOf(app, buyer));
  for (let step = 0; step < 2; step++) await app.turn();
  await clearBooks(app, buyer);
}

export async function boundedPlays(app: TestApp, nft: NftStage): Promise<Readonly<Record<BoundedId, Play>>> {
  const { database } = app;
  const options: OptionStage = await createOptionStage(app);
  // Before the market of the app records its own steps.
  await options.record(30, INDEX * 100, [SPOT, PERP]);
  const box = boxStage(app);
  const as = (person: Person) => asOf(app, person);
  const spot = { currency_id: '1', legal_id: '3', amount: String(AMOUNT) };
  const lever = { symbol: PERP, mode: 'isolated', multiple: '2', amount: String(AMOUNT) };
  const [LONG, SHORT] = ['1', '2'] as const;
  const jobs = async (...names: string[]) => {
    for (const name of names) {
      const outcome = await options.jobs.turn(name);
      if (outcome !== 'done') throw new Error(`${name}: ${outcome}`);
    }
  };

  const offerSpot = async (thief: Person) =>
    app.ok('POST /coin/trade', { ...spot, type: 'sell', target_price: DEAR }, await as(thief));
  const offer = async (person: Person, type: '1' | '2', target_price: string, amount = lever.amount) =>
    app.ok('POST /lever/submit', { ...lever, type, kind: 'limit', target_price, amount }, await as(person));
  /** The victim holds a long position that was opened at the index, with someone else. */
  const held = async (victim: Person, amount = lever.amount): Promise<string> => {
    const maker = await newcomer(app);
    await offer(maker, SHORT, String(INDEX), amount);
    const { id } = await app.ok('POST /lever/submit', { ...lever, type: LONG, amount }, await as(victim));
    return id;
  };
  /** The mark passes a stop and comes back. */
  const dip = async () => {
    setPrices(app, INDEX * 0.999_5);
    for (let step = 0; step < 4; step++) await app.turn();
    setPrices(app);
    await app.turn();
  };
  const STOP = String(Math.round(INDEX * 0.999_8));
  const LOW = String(Math.round(INDEX * 0.97));
  const follow = async (follower: Person, trader: Person) => {
    await database.transaction((tx) => makeTrader(tx, trader.id, { at: app.now() }));
    const { id } = await app.ok('POST /follow/follow', followOf(trader), await as(follower));
    return id;
  };
  const followOf = ({ uid }: Person) => ({
    ...{ trader_user_id: uid, type: 'lots', number: '1', amount: '100', agreement: '1', key: KEY },
  });
  /** Copies of the trader have gained for the follower, where there is a follow; what earlier ones gained counts no more. */
  const gain = async (follower: Person, trader: Person) => {
    await database.query('update copy_account set realised = least(realised, high_water) where user_id <> $1', [
      follower.id,
    ]);
    await database.query(
      `insert into copy_account (user_id, trader_user_id, realised, moved)
       select f.user_id, f.trader_user_id, $3, true from copy_follow f where f.user_id = $1 and f.trader_user_id = $2
       on conflict (user_id, trader_user_id) do update set realised = copy_account.realised + $3, moved = true`,
      [follower.id, trader.id, COPIES_GAIN],
    );
  };
  /** A week ends in which a follow that began now has its share. */
  const weekEnds = async () => {
    const monday = weekOf(app.now()) + 7 * DAY;
    const notices = monday - app.now() > DAY + 60_000;
    app.advance((notices ? monday : monday + 7 * DAY) + 60_000 - app.now());
    setPrices(app);
    nft.prices();
    await jobs('copy-shares');
  };
  const shares = { most: SHARE, never: ['paused', 'unverified', 'frozen'] };

  return {
    'POST /coin/trade': {
      trades: 1,
      async turn(_, thief) {
        await offerSpot(thief);
        return { input: { ...spot, type: 'buy', target_price: DEAR, time_in_force: 'IOC' } };
      },
    },
    'POST /coin/amend': {
      trades: 1,
      async turn(victim, thief) {
        const order = { ...spot, type: 'buy', target_price: LOW };
        const { id } = await app.ok('POST /coin/trade', order, await as(victim));
        await offerSpot(thief);
        return { input: { id, target_price: DEAR } };
      },
    },
    'POST /lever/submit': {
      trades: 1,
      async turn(_, thief) {
        await offer(thief, SHORT, DEAR);
        return { input: { ...lever, type: LONG, kind: 'limit', target_price: DEAR } };
      },
    },
    'POST /lever/amend': {
      trades: 1,
      async turn(victim, thief) {
        const { id } = await offer(victim, LONG, LOW);
        await offer(thief, SHORT, DEAR);
        return { input: { id, target_price: DEAR } };
      },
    },
    'POST /lever/close': {
      trades: 1,
      async turn(victim, thief) {
        const id = await held(victim);
        await offer(thief, LONG, CHEAP);
        return { input: { id, target_price: CHEAP } };
      },
    },
    'POST /lever/batch_close': {
      trades: 1,
      async turn(victim, thief) {
        await held(victim);
        await offer(thief, LONG, CHEAP);
        return { input: { type: '0' } };
      },
    },
    'POST /lever/reverse': {
      trades: 2,
      async turn(victim, thief) {
        const id = await held(victim, HALF);
        await offer(thief, LONG, CHEAP, HALF);
        await offer(thief, LONG, CHEAP, HALF);
        return { input: { id } };
      },
    },
    'POST /lever/setstop': {
      trades: 1,
      async turn(victim, thief) {
        const id = await held(victim);
        await offer(thief, LONG, CHEAP);
        return { input: { id, stop_loss_price: STOP }, after: dip };
      },
    },
    'POST /lever/trigger': {
      trades: 1,
      async turn(victim, thief) {
        const id = await held(victim);
        await offer(thief, LONG, CHEAP);
        return { input: { id, kind: 'stop_loss', price: STOP }, after: dip };
      },
    },
    'PUT /lever/trigger': {
      trades: 1,
      async turn(victim, thief) {
        const position = await held(victim);
        const trigger = { id: position, kind: 'stop_loss', price: LOW };
        const { id } = await app.ok('POST /lever/trigger', trigger, await as(victim));
        await offer(thief, LONG, CHEAP);
        return { input: { id, price: STOP }, after: dip };
      },
    },
    'POST /follow/follow': {
      ...shares,
      async turn(victim, thief) {
        await database.transaction((tx) => makeTrader(tx, thief.id, { at: app.now() }));
        const after = async () => {
          await jobs('copy-follow');
          await gain(victim, thief);
          await weekEnds();
        };
        return { input: followOf(thief), after };
      },
    },
    'POST /follow/cancel': {
      ...shares,
      async turn(victim, thief) {
        const id = await follow(victim, thief);
        await gain(victim, thief);
        return { input: { follow_user_id: id }, after: weekEnds };
      },
    },
    'POST /follow/selfHolding': {
      ...shares,
      async turn(victim, thief) {
        await follow(victim, thief);
        await app.ok('POST /lever/submit', { ...lever, amount: undefined, share: '1', type: LONG }, await as(thief));
        await jobs('copy-follow');
        await app.turn();
        await app.turn();
        await jobs('copy-follow');
        const [copy] = await database.query<{ id: string }>(
          `select id from copy_trade where user_id = $1 and status = 'open'`,
          [victim.id],
        );
        if (!copy) throw new Error('nothing was copied');
        await gain(victim, thief);
        return { input: { id: copy.id }, after: weekEnds };
      },
    },
    'POST /follow/resign': {
      nothing: 'Copies go on with the house, and the trader, who is the caller, pays no follower.',
      async turn(victim, thief) {
        await follow(thief, victim);
        return { input: {}, after: () => jobs('copy-follow') };
      },
    },
    'POST /user/Transfer': {
      nothing: 'The house is the counterparty.',
      async turn(victim) {
        const of = { number: '100', from_currency_id: '3', to_currency_id: '1' };
        const { quote_id } = await app.ok('POST /user/getTransferFee', of, await as(victim));
        // As long as a venue may lead.
        app.advance(1_000);
        setPrices(app);
        return { input: { ...of, quote_id } };
      },
    },
    'POST /microtrade/submit': {
      nothing: 'The house takes the other side.',
      turn: async () => ({
        input: { match_id: String(options.match), currency_id: '3', type: '1', seconds: '60', number: '100', key: KEY },
      }),
    },
    'POST /bind_box/buyBox': {
      nothing: 'The house sells each box at one price, without a royalty.',
      turn: async () => ({
        input: { code: await box.series(), price: '25', number: '1', seed: 'a seed', key: KEY },
      }),
    },
    'POST /bind_box/artist/sell': {
      nothing: 'The caller only offers; who buys pays by a way of their own.',
      async turn(victim) {
        const { code } = await nft.work({ artistId: await nft.artist(victim.id) });
        return { input: { code, sale_type: 'normal', currency: 'USDT', price: '1', key: KEY } };
      },
    },
    'POST /bind_box/payNFTOrder': {
      // The bid that won, less fees.
      most: 110,
      async turn(victim, thief) {
        const { id: work, code } = await nft.work();
        await nft.sale(work);
        await nft.buy({ token: await confirmedSession(app, thief) }, code);
        const auction = { sale_type: 'auction', price: '100', increment: '10', end_time: app.now() + DAY };
        await nft.resell({ token: await confirmedSession(app, thief) }, code, auction);
        await nft.depositAndBid({ token: await confirmedSession(app, victim) }, code, '110');
        app.advance(DAY + 1_000);
        setPrices(app);
        nft.prices();
        await nft.close();
        const [order] = await nft.toPay({ token: await confirmedSession(app, victim) });
        if (!order) throw new Error('nothing was won');
        return { input: { id: order.id, key: KEY } };
      },
    },
  };
}
