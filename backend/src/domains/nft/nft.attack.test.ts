import { randomUUID } from 'node:crypto';
import { add, cmp, div, quantize, sub } from '@tessera/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amid } from '../../../test/amid.ts';
import { jobRun } from '../../../test/job-run.ts';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { DAY, HOUR, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { FACTORIES } from '../../domains.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { LeaseLost } from '../../platform/jobs/lease.ts';
import { auditLedger, houseAccount, postJournals, userAccount } from '../../platform/ledger/index.ts';
import { placeBid } from './bid.ts';
import { closeSales } from './close.ts';
import type { NftMarket } from './judge.ts';

let app: TestApp;
let other: TestApp;
let stage: NftStage;
let elsewhere: NftStage;
/** Of each test: sessions end while days pass. */
let people: readonly Person[];
beforeAll(async () => {
  const nodes = linkedNodes();
  app = await createTestApp({}, {}, FACTORIES, nodes());
  other = await createTestApp({}, {}, FACTORIES, nodes(), app);
  stage = nftStage(app);
  elsewhere = nftStage(other);
  stage.prices();
  elsewhere.prices();
});
beforeEach(async () => {
  stage.prices();
  elsewhere.prices();
  people = await Promise.all([1, 2, 3, 4].map(() => stage.person()));
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect([await stage.house('payments'), await stage.house('payments', 'ETH')]).toEqual(['0', '0']);
  await other.close();
  await app.close();
});

const rest = (ms: number): void => {
  stage.rest(ms);
  elsewhere.prices();
};
const person = (index: number): Person => people[index] as Person;

/** A member takes a work down, or shows it again. */
async function takeDown(code: string, shown = false): Promise<void> {
  const { token } = await signInStaff(app, 'reviewer');
  await app.ok('POST /staff/nft/work', { code, shown, reason: 'A claim of copyright' }, { token });
}

const made = (outcomes: readonly { readonly type: string }[]) => outcomes.filter(({ type }) => type === 'ok').length;
const errors = (outcomes: readonly { readonly type: string }[]) =>
  outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
const spent = async (who: Person, before: string) => Number(before) - Number(await stage.held(who));

/** A payment password is judged a few times at once: those who pay one after the other. */
async function inTurn<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const outcomes: T[] = [];
  for (let from = 0; from < works.length; from += 3) {
    outcomes.push(...(await Promise.all(works.slice(from, from + 3).map((work) => work()))));
  }
  return outcomes;
}

describe('at a price', () => {
  it('a request that is sent six times, on two nodes, buys once', async () => {
    const { id, code } = await stage.work({ editions: 5 });
    await stage.sale(id);
    const [before, key] = [await stage.held(person(0)), randomUUID()];
    await inTurn([1, 2, 3, 4, 5, 6].map((n) => () => (n % 2 ? stage : elsewhere).buy(person(0), code, '100', key)));
    expect(await spent(person(0), before)).toBe(100);
    expect(await stage.detail(code)).toMatchObject({ remaining: 4 });
  });

  it('eight who buy three editions at once get three, each another one', async () => {
    const { id, code } = await stage.work({ editions: 3 });
    await stage.sale(id);
    const outcomes = await Promise.all(people.flatMap((each) => [stage.buy(each, code), elsewhere.buy(each, code)]));
    expect([made(outcomes), new Set(errors(outcomes))]).toEqual([3, new Set(['sold_out'])]);
    const items = await app.database.query<{ edition: number }>(
      'select edition from nft_item where work_id = $1 order by edition',
      [id],
    );
    expect(items.map(({ edition }) => edition)).toEqual([1, 2, 3]);
  });

  it('no user pays another price, in another currency’s digits, or beyond the level', async () => {
    const { id, code } = await stage.work({ editions: 9 });
    await stage.sale(id, { price: '2000.01' });
    for (const price of ['2000', '2000.02', '0.01', '1e3', '-2000.01', '99999999999999999999']) {
      expect((await stage.buy(person(0), code, price)).type, price).toBe('error');
    }
    await app.database.query('update user_account set verification_level = 1 where id = $1', [person(3).id]);
    const basic = await app.ok('POST /user/login', { user_string: person(3).email, password: 'a-decent-secret-81' });
    expect(await stage.buy(basic, code, '2000.01')).toMatchObject({ error: 'order_limit' });
    expect(
      await app.rejection(
        'POST /bind_box/buyNFT',
        { code, price: '2000.01', key: '111111' },
        {
          token: person(0).token,
          idempotencyKey: randomUUID(),
        },
      ),
    ).toMatchObject({ error: 'key_wrong' });
    await app.database.query('update user_account set verification_level = 2 where id = $1', [person(3).id]);
  });

  it('of selling, selling again, cancelling and buying at once, one thing happens', async () => {
    const { id, code } = await stage.work();
    await stage.sale(id);
    await stage.buy(person(0), code);
    const listed = await Promise.all([1, 2, 3].map((n) => (n === 2 ? elsewhere : stage).resell(person(0), code)));
    expect([made(listed), errors(listed)]).toEqual([1, ['already_selling', 'already_selling']]);
    const [cancelled, ...bought] = await Promise.all([
      stage.cancel(person(0), code),
      stage.buy(person(1), code, '200'),
      elsewhere.buy(person(2), code, '200'),
    ]);
    const buyers = made(bought);
    expect(made([cancelled as { type: string }]) + buyers).toBe(1);
    const after = await stage.detail(code);
    expect(after.selling).toBe(false);
    expect(after.provenance.filter(({ kind }) => kind === 'sale')).toHaveLength(1 + buyers);
  });
});

describe('in an auction', () => {
  it('a deposit is paid once, a bid counts once', async () => {
    const code = await stage.auction();
    const before = await stage.held(person(0));
    await Promise.all([
      stage.deposit(person(0), code),
      elsewhere.deposit(person(0), code),
      stage.deposit(person(0), code),
    ]);
    expect(await spent(person(0), before)).toBe(10);
    const key = randomUUID();
    await Promise.all([1, 2, 3, 4].map((n) => (n % 2 ? stage : elsewhere).bid(person(0), code, '100', key)));
    expect(await stage.detail(code)).toMatchObject({ bid_count: 1, current_bid: '100' });
  });

  it('a bid is too high, too fine, not covered, or beyond the level', async () => {
    const code = await stage.auction();
    await stage.deposit(person(0), code);
    for (const [price, error] of [
      ['1000.000001', 'bid_too_high'],
      ['99999999999999999999', 'bid_too_high'],
      ['100.0000001', 'wrong_price'],
      ['99.999999', 'bid_too_low'],
    ] as const) {
      expect(await stage.bid(person(0), code, price), price).toMatchObject({ error });
    }
    const poor = await stage.person({ USDT: '109' });
    await stage.deposit(poor, code);
    expect(await stage.bid(poor, code, '109.000001')).toMatchObject({ error: 'insufficient_balance' });
    expect(await stage.bid(poor, code, '109')).toMatchObject({ type: 'ok' });
    const penniless = await stage.person({ USDT: '9.999999' });
    expect(await stage.deposit(penniless, code)).toMatchObject({ error: 'insufficient_balance' });
  });

  it.each(['the service', 'the currency', 'the work', 'the artist'])(
    'no member who stops bids on %s until the end has chosen the winner',
    async (stopped) => {
      const artistId = await stage.artist();
      const { id, code } = await stage.work({ artistId });
      await stage.sale(id, { saleType: 'auction' });
      const [friend, other] = [person(0), person(1)];
      await stage.depositAndBid(friend, code, '100');
      rest(DAY - 600_000);
      const reason = 'Looked at';
      const bids = async (open: boolean) => {
        const member = await signInStaff(app, 'admin');
        if (stopped === 'the work')
          return app.ok('POST /staff/nft/work', { code, shown: open ? 1 : 0, reason }, member);
        if (stopped === 'the artist')
          return app.ok('POST /staff/nft/artist', { id: artistId, shown: open ? 1 : 0, reason }, member);
        if (stopped === 'the currency') {
          const { list } = await app.ok('GET /staff/currencies', {}, member);
          const version = list.find(({ code: each }) => each === 'USDT')?.version as number;
          return app.ok('POST /staff/currencies/change', { code: 'USDT', version, open, reason }, member);
        }
        return app.ok(`POST /staff/services/${open ? 'resume' : 'pause'}`, { service: 'nft', reason }, member);
      };
      await bids(false);
      for (let minute = 0; minute < 9; minute += 1) {
        rest(60_000);
        await stage.close();
      }
      expect(await stage.deposit(other, code)).toMatchObject({
        error:
          stopped === 'the service' ? 'service_paused' : stopped === 'the currency' ? 'currency_closed' : 'not_found',
      });
      // A moment before the end, too late for anyone who does not know of it; a pause outlasts the end.
      if (stopped === 'the service' || stopped === 'the currency') {
        rest(DAY);
        await stage.close();
      } else rest(59_000);
      await bids(true);
      rest(59 * 60_000);
      await stage.close();
      await stage.depositAndBid(other, code, '110');
      rest(DAY);
      await stage.close();
      expect(await stage.toPay(other)).toHaveLength(1);
      expect(await stage.toPay(friend)).toEqual([]);
    },
  );

  it('sellers, their other accounts, and frozen accounts do not bid', async () => {
    const [seller, twin, frozen] = [person(0), person(1), await stage.person()];
    const artistId = await stage.artist(seller.id);
    const code = await stage.auction({ artistId });
    expect(await stage.deposit(seller, code)).toMatchObject({ error: 'own_work' });
    await stage.deposit(frozen, code);
    await app.database.query(
      `insert into known_device (user_id, token_hash, last_seen_at) values ($1, $3, $4), ($2, $3, $4)`,
      [seller.id, twin.id, Buffer.alloc(32, 7), new Date(app.now())],
    );
    expect(await stage.deposit(twin, code)).toMatchObject({ error: 'own_work' });
    await app.database.query('delete from known_device where user_id = $1', [twin.id]);
    expect(await stage.deposit(twin, code)).toMatchObject({ type: 'ok' });
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [frozen.id, new Date(app.now())]);
    expect(await stage.bid(frozen, code, '100')).toMatchObject({ error: 'session_invalid' });
    await app.database.query('update user_account set frozen_at = null where id = $1', [frozen.id]);
    await app.database.query(`update setting set value = 'DE,US' where keyword = 'nft_countries'`);
    await app.database.query(`update user_account set mobile = '12125550123' where id = $1`, [frozen.id]);
    expect(await stage.bid(frozen, code, '100')).toMatchObject({ error: 'country_restricted' });
    // The page knows it before it asks for the payment password.
    expect((await app.ok('GET /bind_box/getBoxDetail', { code })).countries).toEqual(['DE', 'US']);
    await app.database.query(`update setting set value = '' where keyword = 'nft_countries'`);
  });

  it('a winner pays what was won, whatever rule about buyers came after the bid', async () => {
    const artist = await stage.person();
    const [winner, code] = [person(3), await stage.auction({ artistId: await stage.artist(artist.id) })];
    await stage.depositAndBid(winner, code, '100');
    rest(DAY);
    await stage.close();
    const [order] = await stage.toPay(winner);
    await app.database.query(`update setting set value = 'US' where keyword = 'nft_countries'`);
    await app.database.query(`update user_account set mobile = '12125550199' where id = $1`, [winner.id]);
    const paid = await stage.pay(winner, order?.id as string);
    await app.database.query(`update setting set value = '' where keyword = 'nft_countries'`);
    await app.database.query('update user_account set mobile = null where id = $1', [winner.id]);
    expect(paid).toMatchObject({ type: 'ok', message: { status: 'paid' } });
  });

  it('bidders of a work that one member takes down owe what they bid, until two members end its auction', async () => {
    const before = await Promise.all(people.map((each) => stage.held(each)));
    const codes = [await stage.auction(), await stage.auction(), await stage.auction()] as const;
    const [running, won, wanted] = codes;
    for (const [index, code] of codes.entries()) {
      await stage.depositAndBid(person(0), code, '190');
      await stage.depositAndBid(person(index + 1), code, '200');
    }
    await takeDown(running);
    rest(DAY);
    await stage.close();
    expect(await Promise.all([1, 2, 3].map(async (n) => (await stage.toPay(person(n))).length))).toEqual([0, 1, 1]);
    await takeDown(won);
    await takeDown(wanted);
    const [order] = await stage.toPay(person(3));
    expect(await stage.pay(person(3), order?.id as string)).toMatchObject({ type: 'ok' });
    for (let day = 0; day < 3; day++) {
      rest(DAY);
      await Promise.all([stage.close(), elsewhere.close()]);
      await stage.close();
    }
    const deposits = () => Promise.all(people.map((each) => stage.held(each, 'nft').then(Number)));
    expect((await deposits()).map((held) => held > 0)).toEqual([true, true, true, false]);

    const reviewer = await signInStaff(app, 'reviewer');
    const release = (code: string) =>
      app.call('POST /staff/nft/release', { code, reason: 'It was copied' }, { token: reviewer.token });
    for (const code of [running, won]) expect(await release(code)).toMatchObject({ type: 'ok', message: { ended: 1 } });
    for (const code of [running, wanted]) expect(await release(code)).toMatchObject({ error: 'not_found' });
    await stage.close();
    expect(await deposits()).toEqual([0, 0, 0, 0]);
    const cost = await Promise.all(people.map((each, index) => spent(each, before[index] as string)));
    expect([cost, await stage.toPay(person(0)), await stage.toPay(person(2))]).toEqual([[0, 0, 0, 200], [], []]);
    const states = await app.database.query<{ state: string }>(
      'select state from nft_sale where code = any($1) order by id',
      [codes],
    );
    expect(states.map(({ state }) => state)).toEqual(['unsold', 'unsold', 'sold']);
  });

  it('of a work that is shown again an auction has its winner, and a winner who does not pay loses the deposit', async () => {
    const before = await stage.held(person(1));
    const code = await stage.auction();
    await stage.depositAndBid(person(1), code, '100');
    await takeDown(code);
    rest(2 * DAY);
    await stage.close();
    await takeDown(code, true);
    rest(HOUR + 1_000);
    await stage.close();
    expect(await stage.toPay(person(1))).toMatchObject([{ price: '100' }]);
    await takeDown(code);
    rest(2 * DAY);
    await stage.close();
    await takeDown(code, true);
    await stage.close();
    expect(await stage.toPay(person(1))).toMatchObject([{ price: '100' }]);
    rest(HOUR + 1_000);
    await stage.close();
    expect([await spent(person(1), before), await stage.held(person(1), 'nft')]).toEqual([10, '0']);
  });

  it('who is offered the work next and is gone by then is passed over', async () => {
    const [gone, code] = [await stage.person(), await stage.auction()];
    for (const [by, price] of [
      [person(1), '180'],
      [gone, '190'],
      [person(2), '200'],
    ] as const) {
      await stage.depositAndBid(by, code, price);
    }
    rest(DAY);
    await stage.close();
    await stage.close();
    await app.database.query('update user_account set closed_at = $2 where id = $1', [gone.id, new Date(app.now())]);
    rest(DAY);
    await stage.close();
    expect(await stage.toPay(person(1))).toMatchObject([{ offer: 'second', price: '180' }]);
  });

  it('who waits for the artist of a resale, or for a winner who does not pay, holds no sale meanwhile', async () => {
    const free = (code: string) =>
      app.database.query('select code from nft_sale where code = $1 and latest for update nowait', [code]);
    const seen: unknown[] = [];
    const { id, code } = await stage.work({ artistId: await stage.artist(person(0).id) });
    await stage.sale(id);
    await stage.buy(person(1), code);
    const [item] = await app.database.query<{ code: string }>('select code from nft_item where work_id = $1', [id]);
    const itemCode = item?.code ?? '';
    await stage.resell(person(1), itemCode);
    const bought = await amid(
      app,
      { table: 'user_account', id: person(0).id },
      () => stage.buy(person(2), itemCode, '200'),
      async () => void seen.push(...(await free(itemCode))),
    );
    expect(bought).toMatchObject({ type: 'ok' });
    const auction = await stage.auction();
    await stage.depositAndBid(person(3), auction, '100');
    rest(DAY);
    await stage.close();
    rest(DAY);
    await amid(
      app,
      { table: 'user_account', id: person(3).id },
      () => stage.close(),
      async () => void seen.push(...(await free(auction))),
    );
    expect(seen).toEqual([{ code: itemCode }, { code: auction }]);
    expect(await stage.held(person(3), 'nft')).toBe('0');
  });

  it('a winner who pays while the time runs out has paid or has not', async () => {
    const before = await stage.held(person(1));
    const code = await stage.auction();
    await stage.depositAndBid(person(1), code, '100');
    rest(DAY);
    await Promise.all([stage.close(), elsewhere.close(), stage.close()]);
    const [order, ...more] = await stage.toPay(person(1));
    expect(more).toEqual([]);
    const id = order?.id as string;
    app.advance(DAY - 1);
    stage.prices();
    const [paid] = await Promise.all([stage.pay(person(1), id), elsewhere.pay(person(1), id), stage.close()]);
    expect(paid).toMatchObject({ type: 'ok' });
    expect(await spent(person(1), before)).toBe(100);
    const late = await stage.auction();
    await stage.depositAndBid(person(1), late, '100');
    rest(DAY);
    await stage.close();
    const [owed] = await stage.toPay(person(1));
    rest(DAY);
    const outcomes = await Promise.all([stage.close(), elsewhere.close(), stage.pay(person(1), owed?.id as string)]);
    expect(outcomes[2]).toMatchObject({ error: 'payment_expired' });
    expect([await spent(person(1), before), await stage.held(person(1), 'nft')]).toEqual([110, '0']);
  });

  it('who bids high for another one and does not pay has paid for it: the two pay the winning bid, or get nothing', async () => {
    people = await Promise.all([1, 2, 3].map(() => stage.person()));
    const [buyer, shield, other] = [person(0), person(1), person(2)];
    const before = await stage.held(shield);
    const run = async (by: Person, low: string, high: string) => {
      const code = await stage.auction();
      await stage.depositAndBid(buyer, code, low);
      await stage.depositAndBid(by, code, high);
      for (const _ of [1, 2]) {
        rest(DAY);
        await stage.close();
      }
      return { code, offered: await stage.toPay(buyer) };
    };
    const cheap = await run(shield, '100', '1000');
    expect(cheap.offered).toEqual([]);
    await stage.close();
    expect(await stage.detail(cheap.code)).toMatchObject({ status: 'ended', selling: false });
    expect(await spent(shield, before)).toBe(100);
    // A bid close enough is offered the work: 900 and the kept deposit of 100 make up 1,000.
    const { code, offered } = await run(other, '900', '1000');
    expect(offered).toMatchObject([{ offer: 'second', price: '900', due: '900' }]);
    await stage.pay(buyer, offered[0]?.id as string);
    expect(await stage.detail(code, buyer)).toMatchObject({ own: true });
  });

  it('the work that a winner did not pay is not offered to the same person, but to the next one', async () => {
    people = await Promise.all([1, 2, 3].map(() => stage.person()));
    const code = await stage.auction();
    await stage.depositAndBid(person(2), code, '120');
    await stage.depositAndBid(person(0), code, '130');
    await stage.depositAndBid(person(1), code, '140');
    // Found out after the bids: one browser for both.
    await app.database.query(
      'insert into known_device (user_id, token_hash, last_seen_at) select u, $2, $3 from unnest($1::bigint[]) u',
      [[person(0).id, person(1).id], Buffer.alloc(32, 9), new Date(app.now())],
    );
    for (const _ of [1, 2]) {
      rest(DAY);
      await stage.close();
    }
    expect(await stage.toPay(person(0))).toEqual([]);
    // 120 + 14 do not make up 140: with a deposit of 20 they would.
    expect(await stage.toPay(person(2))).toEqual([]);
    const other = await stage.auction();
    await stage.depositAndBid(person(2), other, '180');
    await stage.depositAndBid(person(0), other, '190');
    await stage.depositAndBid(person(1), other, '200');
    for (const _ of [1, 2]) {
      rest(DAY);
      await stage.close();
    }
    expect(await stage.toPay(person(0))).toEqual([]);
    expect(await stage.toPay(person(2))).toMatchObject([{ offer: 'second', price: '180' }]);
    // The second default within 90 days: no deposit and no bid any more, for a while.
    expect(await stage.deposit(person(1), await stage.auction())).toMatchObject({ error: 'bids_barred' });
  });

  it('the work that a winner did not pay is offered to the next one, whose document and address the winner states', async () => {
    people = await Promise.all([1, 2].map(() => stage.person()));
    const code = await stage.auction();
    await stage.depositAndBid(person(0), code, '190');
    await stage.depositAndBid(person(1), code, '200');
    for (const [{ id }, state, later] of [
      [person(0), 'verified', 0],
      [person(1), 'under_review', 1_000],
    ] as const) {
      const at = new Date(app.now() + later);
      await app.database.query(
        `insert into verification_request (user_id, real_type, id_type, name, card_id, state, submitted_at)
         values ($1, 1, 'passport', 'A N', 'P-5555555', $2, $3)`,
        [id, state, at],
      );
      await app.database.query(
        `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
         values ($1, 'USDT', 'TRC20', 'mine', 'TAddressOfTheBidder', $2, $2)`,
        [id, at],
      );
    }
    for (const _ of [1, 2]) {
      rest(DAY);
      await stage.close();
    }
    expect(await stage.toPay(person(0))).toMatchObject([{ offer: 'second', price: '190' }]);
  });

  it('the work that a winner did not pay is not offered to one who saved the address of that winner', async () => {
    people = await Promise.all([1, 2, 3].map(() => stage.person()));
    const code = await stage.auction();
    await stage.depositAndBid(person(2), code, '180');
    await stage.depositAndBid(person(0), code, '190');
    await stage.depositAndBid(person(1), code, '200');
    for (const [{ id }, later] of [
      [person(1), 0],
      [person(0), 1_000],
    ] as const) {
      await app.database.query(
        `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at)
         values ($1, 'USDT', 'TRC20', 'mine', 'TAddressOfThePair', $2, $2)`,
        [id, new Date(app.now() + later)],
      );
    }
    for (const _ of [1, 2]) {
      rest(DAY);
      await stage.close();
    }
    expect(await stage.toPay(person(0))).toEqual([]);
    expect(await stage.toPay(person(2))).toMatchObject([{ offer: 'second', price: '180' }]);
  });

  it('a raise takes what its deposit lacks, once however often it is sent, and no more than the account has', async () => {
    const bidder = await stage.person({ USDT: '300' });
    const code = await stage.auction();
    await stage.depositAndBid(bidder, code, '200');
    expect([await stage.held(bidder), await stage.held(bidder, 'nft')]).toEqual(['280', '20']);
    const key = randomUUID();
    await Promise.all([1, 2, 3, 4].map((n) => (n % 2 ? stage : elsewhere).bid(bidder, code, '250', key)));
    expect([await stage.held(bidder), await stage.held(bidder, 'nft')]).toEqual(['275', '25']);
    expect(await stage.bid(bidder, code, '301')).toMatchObject({ error: 'insufficient_balance' });
    expect(await stage.bid(bidder, code, '300')).toMatchObject({ type: 'ok' });
    expect([await stage.held(bidder), await stage.held(bidder, 'nft')]).toEqual(['270', '30']);
    rest(DAY);
    await stage.close();
    const [order] = await stage.toPay(bidder);
    expect(order).toMatchObject({ paid: '30', due: '270' });
    await stage.pay(bidder, order?.id as string);
    expect([await stage.held(bidder), await stage.held(bidder, 'nft')]).toEqual(['0', '0']);
  });

  it('a close that is stopped after any of its transactions, and comes days late, ends as one that is not', async () => {
    /** Runs until the lease is lost in a transaction, counted from 0. Returns whether it was. */
    const stoppedAt = async (step: number): Promise<boolean> => {
      let left = step;
      const fence = async (_tx: Transaction): Promise<void> => {
        if (left-- === 0) throw new LeaseLost('nft-close');
      };
      const run = jobRun({ fence: fence as JobRun['fence'] });
      return closeSales({ database: app.database, catalogue: app.catalogue, now: app.now }, run).then(
        () => false,
        () => true,
      );
    };
    const outcome = async (interrupted: boolean) => {
      people = await Promise.all([1, 2, 3, 4].map(() => stage.person()));
      const held = await Promise.all(people.map((each) => stage.held(each)));
      const codes = [await stage.auction(), await stage.auction()];
      for (const code of codes) {
        for (const [index, each] of people.entries()) await stage.depositAndBid(each, code, String(100 + 10 * index));
      }
      for (const wait of [2 * DAY, 3 * DAY, 5 * DAY]) {
        rest(wait);
        for (let step = 0; interrupted && (await stoppedAt(step)); ) step += 1;
        await stage.close();
      }
      const gone = await Promise.all(people.map((each, index) => spent(each, held[index] as string)));
      return { gone, states: await Promise.all(codes.map(async (code) => (await stage.detail(code)).status)) };
    };
    const whole = await outcome(false);
    expect(whole.gone).toEqual([0, 0, 0, 26]);
    expect(await outcome(true)).toEqual(whole);
  });
});

describe('an account', () => {
  it('that is frozen sells nothing without a bid, and its bids stand', async () => {
    const owner = await stage.person();
    const [listed, bidFor] = [await stage.work(), await stage.work()];
    for (const { id, code } of [listed, bidFor]) {
      await stage.sale(id);
      await stage.buy(owner, code);
    }
    await stage.resell(owner, listed.code);
    await stage.resell(owner, bidFor.code, { sale_type: 'auction', increment: '1', end_time: app.now() + DAY });
    await stage.depositAndBid(person(2), bidFor.code, '200');
    await app.ports.onFreeze(owner.id, app.now());
    await app.ports.onFreeze(owner.id, app.now());
    expect(await stage.detail(listed.code)).toMatchObject({ selling: false });
    expect(await stage.detail(bidFor.code)).toMatchObject({ selling: true });
  });

  it('of an artist that is frozen sells no works of its own either', async () => {
    const artist = await stage.person();
    const artistId = await stage.artist(artist.id);
    const work = await stage.work({ artistId, editions: 3 });
    await stage.sale(work.id);
    await stage.buy(person(1), work.code);
    const bidFor = await stage.auction({ artistId });
    await stage.depositAndBid(person(2), bidFor, '100');
    await app.ports.onFreeze(artist.id, app.now());
    expect(await stage.buy(person(2), work.code)).toMatchObject({ error: 'sale_not_open' });
    expect(await stage.detail(bidFor)).toMatchObject({ selling: true });
  });

  it('is not closed while a work is on its way to a wallet, which the chain may reject', async () => {
    const owner = await stage.person();
    const { id, code } = await stage.work();
    await stage.sale(id);
    await stage.buy(owner, code);
    await app.database.query('update nft_item set withdrawn_at = $2 where code = $1', [code, new Date(app.now())]);
    await app.database.query(
      `insert into nft_withdrawal (user_id, item_id, address, chain_id, contract, uri, royalty_bp, created_at)
       select $2, id, '0x' || repeat('1', 40), 1, '0x' || repeat('2', 40), '', 0, $3 from nft_item where code = $1`,
      [code, owner.id, new Date(app.now())],
    );
    const obstacles = async () =>
      (await app.ports.closingObstacles(app.database, owner.id)).filter(({ kind }) => kind === 'nft');
    expect(await obstacles()).toEqual([{ kind: 'nft', count: 1 }]);
    await app.database.query(
      `update nft_withdrawal set state = 'final', nonce = 0, signer = '', finished_at = created_at`,
    );
    expect((await obstacles()).filter(({ count }) => count > 0)).toEqual([]);
  });

  it('is not closed with works, deposits, or what it owes', async () => {
    const owner = await stage.person();
    const { id, code } = await stage.work();
    await stage.sale(id);
    await stage.buy(owner, code);
    await stage.deposit(owner, await stage.auction());
    const obstacles = await app.ports.closingObstacles(app.database, owner.id);
    expect(obstacles).toEqual(
      expect.arrayContaining([
        { kind: 'order', count: 1 },
        { kind: 'nft', count: 1 },
      ]),
    );
  });

  it('does not see, pay or read what is another’s', async () => {
    const { id, code } = await stage.work();
    await stage.sale(id);
    const outcome = await stage.buy(person(0), code);
    if (outcome.type !== 'ok') throw new Error(outcome.error);
    const order = outcome.message.id;
    expect(await stage.pay(person(1), order)).toMatchObject({ error: 'not_found' });
    expect(await stage.pay(person(0), order)).toMatchObject({ type: 'ok' });
    expect(
      await app.rejection('POST /bind_box/readNFTOrderMessage', { id: order }, { token: person(1).token }),
    ).toMatchObject({ error: 'not_found' });
    await app.ok('POST /bind_box/readNFTOrderMessage', { id: order }, { token: person(0).token });
    expect((await app.ok('GET /bind_box/orders', { limit: 1 }, { token: person(0).token })).list[0]).toMatchObject({
      id: order,
      read: true,
    });
    expect(JSON.stringify(await stage.detail(code))).not.toContain(person(0).uid);
  });
});

describe('200 bidders in the last second', () => {
  it('have one winner with the highest valid bid, and all others their deposit', async () => {
    const BIDDERS = 200;
    const code = await stage.auction();
    const users = await app.database.query<{ id: string }>(
      `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
       select lpad((20000000 + n)::text, 8, '0'), 'bidder' || n || '@example.com', '', 'Bidder ' || n, 'bidder' || n, 2, $2
         from generate_series(1, $1::int) n returning id`,
      [BIDDERS, new Date(app.now())],
    );
    const bidders = users.map(({ id }) => ({ id, level: 2 }) as const);
    await app.database.transaction(async (tx) => {
      await postJournals(
        tx,
        bidders.map(({ id }) => ({
          ref: `race:${id}`,
          kind: 'reward' as const,
          at: app.now(),
          entries: [
            { account: houseAccount('grants'), currency: 'USDT', amount: '-5010' },
            { account: userAccount(id, 'change'), currency: 'USDT', amount: '5000' },
            { account: userAccount(id, 'nft'), currency: 'USDT', amount: '10' },
          ],
        })),
      );
    });
    const market: NftMarket = {
      catalogue: app.catalogue,
      feed: app.feed,
      ports: app.ports,
      leave: async () => undefined,
      now: app.now,
      databaseNow: app.databaseNow,
    };
    await app.database.query(
      `insert into nft_order (user_id, sale_id, work_id, kind, price, paid, due, currency, scale, status, created_at, settled_at)
       select u, s.id, s.work_id, 'deposit', 10, 10, 0, 'USDT', 6, 'paid', $3, $3
         from nft_sale s, unnest($1::bigint[]) u where s.code = $2`,
      [bidders.map(({ id }) => id), code, new Date(app.now())],
    );
    rest(DAY - 1_000);
    // Each bids once or twice, more or less, in an unknown order.
    const bids = bidders.flatMap((user, index) => [
      { user, price: String(100 + ((index * 7919) % 400)) },
      ...(index % 2 ? [{ user, price: String(300 + ((index * 104_729) % 500)) }] : []),
    ]);
    const outcomes = await Promise.allSettled(
      bids.map(({ user, price }, index) => {
        const { database } = index % 2 ? app : other;
        return database.transaction((tx) => placeBid(tx, user, { code, price }, market));
      }),
    );
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const rows = await app.database.query<{ user_id: string; price: string; at: number }>(
      `select b.user_id, b.price, b.at from nft_bid b join nft_sale s on s.id = b.sale_id where s.code = $1 order by b.id`,
      [code],
    );
    expect(rows).toHaveLength(accepted);
    for (const [index, { price }] of rows.entries()) {
      const least = index === 0 ? '100' : add(rows[index - 1]?.price as string, '10');
      expect(cmp(price, least)).toBeGreaterThanOrEqual(0);
    }
    const top = rows.at(-1) as { user_id: string; price: string };
    // No rejected bidder bid more than the least that was asked at the end.
    const highest = bids.reduce((most, { price }) => Math.max(most, Number(price)), 0);
    expect(highest - Number(top.price)).toBeLessThan(10);
    rest(1_000 + 600_000);
    await Promise.all([stage.close(), elsewhere.close()]);
    await stage.close();
    const orders = await app.database.query<{ user_id: string; kind: string; status: string; due: string }>(
      `select o.user_id, o.kind, o.status, o.due from nft_order o join nft_sale s on s.id = o.sale_id where s.code = $1`,
      [code],
    );
    const tenth = quantize(div(top.price, '10'), 6, 'up');
    const winners = orders.filter(({ kind }) => kind === 'auction');
    expect(winners).toEqual([{ user_id: top.user_id, kind: 'auction', status: 'to_pay', due: sub(top.price, tenth) }]);
    const deposits = orders.filter(({ kind }) => kind === 'deposit');
    expect(deposits).toHaveLength(BIDDERS);
    for (const { user_id, status } of deposits) expect(status).toBe(user_id === top.user_id ? 'paid' : 'refunded');
    const [left] = await app.database.query<{ total: string }>(
      `select sum(balance) as total from ledger_account where name = 'nft' and user_id = any($1::bigint[])`,
      [bidders.map(({ id }) => id)],
    );
    expect(left?.total).toBe(tenth);
  });
});
