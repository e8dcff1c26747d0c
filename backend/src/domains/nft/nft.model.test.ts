import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR, type NftStage, nftStage } from '../../../test/nft-stage.ts';
import type { Person } from '../../../test/people.ts';
import { samples } from '../../../test/samples.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/*
 * One item through every sale, payment and owner that there can be, against a model of a few lines: what the model does not
 * allow is rejected, and money and item are where the model has them after each step.
 */

let app: TestApp;
let stage: NftStage;
let people: readonly Person[];
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await app.close();
});

type ModelSale = {
  readonly type: 'normal' | 'auction';
  readonly seller: number | null;
  readonly price: number;
  endAt: number;
  bids: { readonly by: number; readonly price: number }[];
  /** What each bidder has deposited. */
  deposits: Map<number, number>;
  readonly deposit: number;
  /** Who may pay, how much, and until when. */
  owed: {
    readonly by: number;
    readonly due: number;
    readonly price: number;
    until: number;
    readonly second: boolean;
  } | null;
};

type Model = {
  owner: number | null;
  sale: ModelSale | null;
  /** Spot balances. */
  money: number[];
  /** Won auctions that were not paid. */
  defaults: number[];
  now: number;
};

/** Of 1,000 at 2.5 % and 5 %; prices are multiples of 1,000, so that no share is rounded. */
const shares = (price: number, resale: boolean) => ({
  seller: price - price * 0.025 - (resale ? price * 0.05 : 0),
});

/** What time alone does. */
function settle(model: Model): void {
  for (let changed = true; changed && model.sale; ) {
    changed = false;
    const { sale, now } = model;
    if (sale.owed && sale.owed.until <= now) {
      const { by, second } = sale.owed;
      sale.owed = null;
      changed = true;
      if (second) model.sale = null;
      else {
        // The deposit is gone; half of it is the seller's.
        model.defaults[by] = (model.defaults[by] as number) + 1;
        const kept = sale.deposits.get(by) as number;
        if (sale.seller !== null) model.money[sale.seller] = (model.money[sale.seller] as number) + kept / 2;
        const next = sale.bids.filter((bid) => bid.by !== by).sort((a, b) => b.price - a.price)[0];
        // With the kept deposit it makes up what was bid.
        if (next && next.price + kept >= (sale.bids.at(-1)?.price ?? 0))
          sale.owed = { by: next.by, due: next.price, price: next.price, until: now + DAY, second: true };
        else model.sale = null;
      }
    } else if (!sale.owed && sale.endAt <= now) {
      const top = sale.bids.at(-1);
      for (const [each, deposit] of sale.deposits) {
        if (each !== top?.by) model.money[each] = (model.money[each] as number) + deposit;
      }
      if (!top) {
        model.sale = null;
        return;
      }
      sale.owed = {
        by: top.by,
        due: top.price - (sale.deposits.get(top.by) as number),
        price: top.price,
        until: now + DAY,
        second: false,
      };
      sale.endAt = Number.POSITIVE_INFINITY;
      changed = true;
    }
  }
}

type Real = { readonly code: string };
type Step = fc.AsyncCommand<Model, Real>;

const person = (index: number): Person => people[index] as Person;

/** Money, owner and sale are where the model has them. */
async function agree(model: Model, { code }: Real): Promise<void> {
  for (const [index, money] of model.money.entries()) {
    expect(Number(await stage.held(person(index))), `spot account of ${index}`).toBe(money);
  }
  const detail = await stage.detail(code, person(0));
  expect(detail.own).toBe(model.owner === 0);
  expect(detail.selling).toBe(model.sale !== null);
  const [row] = await app.database.query<{ owner_id: string | null; open: number }>(
    `select i.owner_id, (select count(*)::int from nft_sale s where s.item_id = i.id
                            and s.state in ('open', 'owed', 'offered')) as open from nft_item i where i.code = $1`,
    [code],
  );
  expect(row).toEqual({
    owner_id: model.owner === null ? null : person(model.owner).id,
    open: model.sale === null ? 0 : 1,
  });
  const held = await Promise.all(model.money.map((_, index) => stage.held(person(index), 'nft')));
  const { sale } = model;
  const standing = (index: number): boolean =>
    sale !== null && (sale.owed ? !sale.owed.second && sale.owed.by === index : sale.deposits.has(index));
  expect(held).toEqual(model.money.map((_, index) => (standing(index) ? String(sale?.deposits.get(index)) : '0')));
}

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    await agree(model, real);
  },
  toString: () => name,
});

const outcomeOf = (outcome: { readonly type: string }) => outcome.type === 'ok';

const buy = (who: number) =>
  command(`buy(${who})`, async (model, { code }) => {
    const { sale } = model;
    const can = sale?.type === 'normal' && sale.seller !== who && sale.endAt > model.now;
    const done = outcomeOf(await stage.buy(person(who), code, String(sale?.price ?? 1_000)));
    expect(done).toBe(can);
    if (!can) return;
    pay(model, who, sale.price, sale.price);
  });

/** The buyer pays `due` of a price, the seller gets their share, the item changes hands. */
function pay(model: Model, buyer: number, price: number, due: number): void {
  const { sale } = model;
  model.money[buyer] = (model.money[buyer] as number) - due;
  if (sale && sale.seller !== null) {
    model.money[sale.seller] = (model.money[sale.seller] as number) + shares(price, true).seller;
  }
  model.owner = buyer;
  model.sale = null;
}

const resell = (who: number, type: 'normal' | 'auction') =>
  command(`resell(${who}, ${type})`, async (model, { code }) => {
    const can = model.owner === who && model.sale === null;
    const terms = {
      sale_type: type,
      price: '1000',
      end_time: app.now() + 6 * HOUR,
      ...(type === 'auction' && { increment: '1000' }),
    };
    expect(outcomeOf(await stage.resell(person(who), code, terms))).toBe(can);
    if (!can) return;
    model.sale = {
      type,
      seller: who,
      price: 1_000,
      endAt: model.now + 6 * HOUR,
      bids: [],
      deposits: new Map(),
      deposit: 100,
      owed: null,
    };
  });

const cancel = (who: number) =>
  command(`cancel(${who})`, async (model, { code }) => {
    const { sale } = model;
    const can = sale !== null && sale.seller === who && sale.bids.length === 0;
    expect(outcomeOf(await stage.cancel(person(who), code))).toBe(can);
    if (!can) return;
    await stage.close();
    for (const [each, deposit] of sale.deposits) model.money[each] = (model.money[each] as number) + deposit;
    model.sale = null;
  });

const bid = (who: number, raise: number) =>
  command(`bid(${who}, ${raise})`, async (model, { code }) => {
    const { sale } = model;
    const open =
      sale?.type === 'auction' &&
      sale.owed === null &&
      sale.endAt > model.now &&
      sale.seller !== who &&
      (model.defaults[who] as number) < 2;
    const paid = outcomeOf(await stage.deposit(person(who), code));
    expect(paid).toBe(open);
    const top = sale?.bids.at(-1)?.price ?? 0;
    const price = top + 1_000 * raise;
    const can = open && raise >= 1;
    expect(outcomeOf(await stage.bid(person(who), code, String(Math.max(price, 1))))).toBe(can);
    if (!open) return;
    const hold = (amount: number) => {
      model.money[who] = (model.money[who] as number) - (amount - (sale.deposits.get(who) ?? 0));
      sale.deposits.set(who, amount);
    };
    if (!sale.deposits.has(who)) hold(sale.deposit);
    if (!can) return;
    // A tenth of the bid.
    hold(Math.max(price / 10, sale.deposits.get(who) as number));
    sale.bids.push({ by: who, price });
    if (sale.endAt - model.now <= 600_000) sale.endAt += 600_000;
  });

const payOwed = (who: number) =>
  command(`pay(${who})`, async (model) => {
    const owed = model.sale?.owed ?? null;
    const orders = await stage.toPay(person(who));
    expect(orders.map(({ due }) => Number(due))).toEqual(owed?.by === who ? [owed.due] : []);
    const [order] = orders;
    if (!owed || !order) return;
    expect(outcomeOf(await stage.pay(person(who), order.id))).toBe(true);
    expect(outcomeOf(await stage.pay(person(who), order.id))).toBe(true);
    pay(model, who, owed.price, owed.due);
  });

const wait = (ms: number) =>
  command(`wait(${ms})`, async (model) => {
    stage.rest(ms);
    model.now = app.now();
    await stage.close();
    settle(model);
    // What the first turn found is worked on by the next.
    await stage.close();
  });

const who = fc.nat({ max: 2 });
const steps = fc.commands(
  [
    who.map(buy),
    fc.tuple(who, fc.constantFrom('normal' as const, 'auction' as const)).map(([each, type]) => resell(each, type)),
    who.map(cancel),
    fc.tuple(who, fc.constantFrom(0, 1, 1, 2)).map(([each, raise]) => bid(each, raise)),
    fc.tuple(who, fc.constantFrom(1, 2)).map(([each, raise]) => bid(each, raise)),
    who.map(payOwed),
    fc.constantFrom(HOUR, 6 * HOUR - 300_000, 7 * HOUR, DAY).map(wait),
  ],
  { maxCommands: 20, size: 'max' },
);

it('sale, payment and ownership are those of the model, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (commands, auction) => {
      people = await Promise.all([0, 1, 2].map(() => stage.person({ USDT: '1000000' })));
      const { id, code } = await stage.work({ royaltyBp: 500 });
      const endAt = app.now() + 6 * HOUR;
      await stage.sale(id, {
        price: '1000',
        endAt,
        ...(auction && { saleType: 'auction', auction: { deposit: '100', increment: '1000' } }),
      });
      const sale: ModelSale = {
        type: auction ? 'auction' : 'normal',
        seller: null,
        price: 1_000,
        endAt,
        bids: [],
        deposits: new Map(),
        deposit: 100,
        owed: null,
      };
      const setup = () => ({
        model: { owner: null, sale, money: [1_000_000, 1_000_000, 1_000_000], defaults: [0, 0, 0], now: app.now() },
        real: { code },
      });
      await fc.asyncModelRun(setup, commands);
    }),
    { numRuns: Number(process.env.NFT_MODEL_RUNS ?? samples(4, 8)), endOnFailure: true },
  );
});
