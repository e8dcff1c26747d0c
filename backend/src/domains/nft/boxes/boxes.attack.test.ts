import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallId, contract } from '@tessera/api/contract';
import { commitmentOf, drawBoxes, readTerms } from '@tessera/api/nft/draw-rules';
import { verifyDraws } from '@tessera/api/nft/verify';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxStage } from '../../../../test/box-stage.ts';
import { linkedNodes } from '../../../../test/linked-nodes.ts';
import type { Person } from '../../../../test/people.ts';
import { samples } from '../../../../test/samples.ts';
import { signInStaff } from '../../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';
import { openBox } from './open.ts';

/* Buyers who choose, repeat and race; members and users who look for what a box holds; two nodes on one database. */

const FACTOR_KEY = '4a'.repeat(32);

let apps: readonly [TestApp, TestApp];
let app: TestApp;
let stage: ReturnType<typeof boxStage>;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  const node = linkedNodes();
  app = await createTestApp({ FACTOR_KEY }, {}, undefined, node());
  apps = [app, await createTestApp({ FACTOR_KEY }, {}, undefined, node(), app)];
  stage = boxStage(app);
  for (const each of apps) boxStage(each).nft.prices();
  [ann, ben] = [await stage.nft.person(), await stage.nft.person()];
});
beforeEach(() => {
  for (const each of apps) boxStage(each).nft.prices();
});
afterAll(async () => {
  expect(await auditLedger(app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(await stage.nft.house('payments')).toBe('0');
  await apps[1].close();
  await app.close();
});

const on = (index: number): TestApp => apps[index % 2] as TestApp;

describe('races', () => {
  it('200 purchases at once on two nodes for 60 boxes: numbers without a gap, each box once, no more than there are', async () => {
    const code = await stage.series(60);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        stage.buy(index % 3 ? ann : ben, code, { seed: `seed ${index}`, on: on(index) }),
      ),
    );
    const boxes = outcomes.flatMap((each) => (each.type === 'ok' ? each.message.list : []));
    expect(boxes.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(new Set(outcomes.flatMap((each) => (each.type === 'ok' ? [] : each.error)))).toEqual(new Set(['sold_out']));
    // Both nodes open at once, each box from both sides.
    const some = boxes.slice(0, 8);
    const opened = await Promise.all(
      some.flatMap(({ code: box, buyer_seed }) => {
        const owner = Number(buyer_seed.slice(5)) % 3 ? ann : ben;
        return [0, 1].map((index) => stage.open(owner, box, randomUUID(), on(index)));
      }),
    );
    expect(opened.filter(({ type }) => type === 'ok')).toHaveLength(8);
    await stage.close();
    const record = await stage.record(code);
    expect(await verifyDraws(record)).toMatchObject({ fault: null });
    const found = record.draws.map(({ drawn }) => drawn);
    for (const { code: work, count } of readTerms(record.terms)?.inventory ?? []) {
      expect(found.filter((each) => each === work)).toHaveLength(count);
    }
  });

  it('one purchase that is sent twenty times buys once, and opening twice gives one item', async () => {
    const code = await stage.series(5);
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => stage.buy(ann, code, { key, on: on(index) })),
    );
    const bought = new Set(
      outcomes.flatMap((each) => (each.type === 'ok' ? each.message.list.map((box) => box.code) : [])),
    );
    expect(bought.size).toBe(1);
    expect((await stage.detail(code)).sold).toBe(1);
    // The same key with another seed is another request, which is refused: no second draw by repetition.
    expect(await stage.buy(ann, code, { key, seed: 'another' })).toMatchObject({ error: 'idempotency_conflict' });
    const open = randomUUID();
    const items = await Promise.all([0, 1, 0, 1].map((index) => stage.open(ann, `${code}-1`, open, on(index))));
    expect(new Set(items.map((each) => (each.type === 'ok' ? each.message.drawn?.code : each.error))).size).toBe(1);
    const rows = await app.database.query(
      `select from nft_box where state = 'opened' and item_id in
      (select id from nft_item where code = $1)`,
      [`${code}-1`],
    );
    expect(rows).toHaveLength(1);
  });

  it('a node that is killed between payment and draw, or amid the opening, loses and changes nothing', async () => {
    const code = await stage.series(4);
    const [box = ''] = await stage.bought(ann, code);
    const before = await stage.record(code);
    // The node dies after the draw and before the commit.
    await expect(
      app.database.transaction(async (tx) => {
        await openBox(tx, ann.id, box, { seeds: stage.seeds, now: app.now });
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await stage.record(code)).toEqual(before);
    expect(await stage.nft.held(ann, 'nft')).toBe('25');
    // Another node opens it, with the result that was fixed by the payment.
    const outcome = await stage.open(ann, box, randomUUID(), apps[1]);
    if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
    await stage.cancel(code).catch(() => undefined);
    await stage.bought(ben, code, 3);
    await stage.close();
    const record = await stage.record(code);
    expect(await verifyDraws(record)).toMatchObject({ fault: null });
    expect(outcome.message.drawn?.code.replace(/-\d+$/, '')).toBe(record.draws[0]?.drawn);
  });
});

describe('before a box is opened its content cannot be computed', () => {
  it('the same seed twice, or a chosen one, gives the buyer nothing: results stay those of the odds', async () => {
    const code = await stage.series(60, { inventory: await stage.inventory(20, 40) });
    // One buyer with one seed for all, one with counted ones: what each draws is checked by the published seed.
    for (let turn = 0; turn < 3; turn++) {
      await stage.bought(ann, code, 10, 'always the same');
      await stage.bought(ben, code, 10, `counted ${turn}`);
    }
    await stage.close();
    const record = await stage.record(code);
    const same = record.draws.filter(({ buyer_seed }) => buyer_seed === 'always the same').map(({ drawn }) => drawn);
    expect(new Set(same).size).toBe(2);
    expect(await verifyDraws(record)).toMatchObject({ fault: null });
  });

  it('no response, export, record of staff or table holds the seed or what a closed box holds', async () => {
    const code = await stage.series(6, { inventory: await stage.inventory(3, 3) });
    await stage.bought(ann, code, 2);
    const series = await stage.record(code);
    const [row] = await app.database.query<{ seed_sealed: Buffer }>(
      'select seed_sealed from nft_series where commitment = $1',
      [series.commitment],
    );
    const seed = stage.seeds.open(code, row?.seed_sealed ?? Buffer.alloc(0));
    const forms = [seed, Buffer.from(seed, 'hex').toString('base64'), Buffer.from(seed, 'hex').toString('base64url')];
    const leaks = (text: string) => forms.some((form) => text.includes(form));
    // Every call that reads, as a guest, as the buyer and as each role of the staff.
    const members = await Promise.all(
      (['support', 'operator', 'treasury', 'admin'] as const).map((role) => signInStaff(app, role)),
    );
    const tokens = ['', ann.token, ...members.map(({ token }) => token)];
    for (const callId of Object.keys(contract) as CallId[]) {
      if (!/bind_box|staff|export|portfolio|wallet|messages/.test(callId) || contract[callId].method !== 'GET')
        continue;
      for (const token of tokens) {
        const { body } = await app.app.inject({
          method: 'GET',
          url: `/api${contract[callId].path}?code=${code}&limit=100`,
          headers: { authorization: token },
        });
        expect(leaks(body), callId).toBe(false);
      }
    }
    // Every table, but for the sealed bytes: as text, and as bytes.
    const tables = await app.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = await app.database.query(
        `select 1 as one from ${name} t where to_jsonb(t)::text like any ($1::text[]) limit 1`,
        [forms.map((form) => `%${form}%`)],
      );
      expect(rows, name).toEqual([]);
    }
    expect(series.draws.every(({ drawn }) => drawn === null)).toBe(true);
    const written = await app.database.query(
      'select from nft_box where series_id = (select id from nft_series where commitment = $1) and (drawn_work_id is not null or drawn_item_id is not null)',
      [series.commitment],
    );
    expect(written).toEqual([]);
    // Another series' sealed seed opens nothing here.
    expect(() => stage.seeds.open('ANOTHER', row?.seed_sealed ?? Buffer.alloc(0))).toThrow();
    // With what is public, a wrong seed gives another inventory order: the commitment alone decides nothing.
    const terms = readTerms(series.terms);
    expect(commitmentOf(series.terms)).toBe(series.commitment);
    const boxes = series.draws.map((draw) => ({ ...draw, randomness: null }));
    expect(terms && drawBoxes('00'.repeat(32), series.commitment, terms, boxes)).toHaveLength(2);
  });

  it('the seed is opened in two places of the source only', () => {
    const folder = join(import.meta.dirname, '..');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const opening = files.filter((file) => /seeds\.open\(/.test(readFileSync(join(folder, file), 'utf8')));
    expect(opening.sort()).toEqual(['boxes/close.ts', 'boxes/open.ts']);
  });

  it('a series of which a box is paid for is not cancelled, though none is opened: every price is returned, or none', async () => {
    const code = await stage.series(3);
    await stage.bought(ann, code, 3);
    // As the end leaves it after the first boxes of many: a node stopped before the others.
    await app.database.query(
      `update nft_box set settled_at = $2 where number = 1
        and series_id = (select r.id from nft_series r join nft_work w on w.id = r.work_id where w.code = $1)`,
      [code, new Date(app.now())],
    );
    await expect(stage.cancel(code)).rejects.toMatchObject({ code: 'box_opened' });
    await app.database.query('update nft_box set settled_at = null where state = $1', ['closed']);
    await stage.close();
    expect((await stage.record(code)).seed).not.toBeNull();
  });

  it('staff without the role neither create nor cancel a series', async () => {
    const code = await stage.series(4);
    const { token } = await signInStaff(app, 'support');
    expect(await app.rejection('POST /staff/nft/series/cancel', { code, reason: 'x' }, { token })).toMatchObject({
      error: 'forbidden',
    });
    const treasury = await signInStaff(app, 'treasury');
    const { list } = await app.ok('GET /staff/nft/series', {}, { token: treasury.token });
    expect(list.find((each) => each.code === code)).toMatchObject({ state: 'open', sold: 0 });
    expect(JSON.stringify(list)).not.toContain('seed');
  });
});

/* Series × payment × draw, against a model of counts. */

type Model = { left: number; closed: { code: string; owner: 0 | 1 }[]; opened: number; state: 'open' | 'cancelled' };
type Real = { readonly code: string };

class Buy implements fc.AsyncCommand<Model, Real> {
  readonly number: number;
  readonly owner: 0 | 1;
  readonly seed: string;
  constructor(number: number, owner: 0 | 1, seed: string) {
    this.number = number;
    this.owner = owner;
    this.seed = seed;
  }
  check = () => true;
  async run(model: Model, { code }: Real): Promise<void> {
    const outcome = await stage.buy([ann, ben][this.owner] as Person, code, { number: this.number, seed: this.seed });
    if (model.state !== 'open' || model.left === 0) expect(outcome.type).toBe('error');
    else if (this.number > model.left) expect(outcome).toMatchObject({ error: 'sold_out' });
    else {
      if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
      model.left -= this.number;
      model.closed.push(...outcome.message.list.map((box) => ({ code: box.code, owner: this.owner })));
    }
  }
  toString = () => `buy ${this.number} by ${this.owner}`;
}

class Open implements fc.AsyncCommand<Model, Real> {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
  check = (model: Model) => model.closed.length > 0;
  async run(model: Model): Promise<void> {
    const index = this.place % model.closed.length;
    const { code, owner } = model.closed[index] as Model['closed'][number];
    const [mine, other] = owner === 0 ? [ann, ben] : [ben, ann];
    expect(await stage.open(other, code)).toMatchObject({ error: 'not_owner' });
    const outcome = await stage.open(mine, code);
    if (model.state === 'cancelled') expect(outcome).toMatchObject({ error: 'box_refunded' });
    else {
      expect(outcome).toMatchObject({ type: 'ok' });
      model.closed.splice(index, 1);
      model.opened++;
    }
  }
  toString = () => `open ${this.place}`;
}

class Cancel implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  async run(model: Model, { code }: Real): Promise<void> {
    const cancelled = await stage.cancel(code).then(
      () => true,
      () => false,
    );
    expect(cancelled).toBe(model.state === 'open' && model.opened === 0);
    if (cancelled) model.state = 'cancelled';
  }
  toString = () => 'cancel';
}

class Turn implements fc.AsyncCommand<Model, Real> {
  check = (model: Model) => model.left > 0;
  async run(model: Model, { code }: Real): Promise<void> {
    await stage.close();
    expect((await stage.record(code)).seed === null).toBe(model.state === 'open');
  }
  toString = () => 'job';
}

it('whatever is bought, opened and cancelled in whatever order, money and boxes add up', async () => {
  const owner = fc.constantFrom<0 | 1>(0, 1);
  const commands = fc.commands(
    [
      fc.tuple(fc.integer({ min: 1, max: 3 }), owner, fc.constantFrom('a', 'b c', '~')).map((all) => new Buy(...all)),
      fc.nat(9).map((place) => new Open(place)),
      fc.nat(9).map((place) => new Open(place)),
      fc.constant(new Cancel()),
      fc.constant(new Turn()),
    ],
    { maxCommands: 12 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const code = await stage.series(6, { inventory: await stage.inventory(2, 4) });
      const kept = [await stage.nft.held(ann, 'nft'), await stage.nft.held(ben, 'nft')];
      const before = Number(await stage.nft.held(ann)) + Number(await stage.nft.held(ben));
      const model: Model = { left: 6, closed: [], opened: 0, state: 'open' };
      await fc.asyncModelRun(() => ({ model, real: { code } }), steps);
      const after = Number(await stage.nft.held(ann)) + Number(await stage.nft.held(ben));
      const paid = model.state === 'cancelled' ? 0 : 6 - model.left;
      expect(before - after).toBeCloseTo(25 * paid);
      expect((await stage.detail(code)).opened).toBe(model.opened);
      expect(await verifyDraws(await stage.record(code))).toMatchObject({ fault: null });
      // Nothing of it stays held once it is over.
      if (model.state === 'open' && model.left > 0)
        for (let n = 0; n < model.left; n++) await stage.bought(ben, code, 1);
      await stage.close();
      expect([await stage.nft.held(ann, 'nft'), await stage.nft.held(ben, 'nft')]).toEqual(kept);
    }),
    { numRuns: samples(3, 6) },
  );
});
