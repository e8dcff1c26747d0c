import { randomUUID } from 'node:crypto';
import { makeTrader } from '../src/domains/copytrading/applications.ts';
import { addProduct, fundHouse } from './invest-stage.ts';
import { launchStage } from './launch-stage.ts';
import { createOptionStage, type OptionStage, PAY_PASSWORD } from './option-stage.ts';

import { beginIdsAt, digestsOf, fillEmptyTables, type OwnedTables, ownedTables, valuesOf } from './owned-rows.ts';
import { signUp } from './people.ts';
import { FIRST_ROWS, type WellUsed, wellUsed } from './well-used.ts';

/* One user who calls, and another whose data no call of the first may show or change. */

const ANN_IDS = 5_000_000;
const BOB_IDS = 7_000_000;

/** Whether a value is Bob's alone: a word of his, an id, an amount of five digits or more, a random text. */
const isMark = (value: string): boolean =>
  value.includes('bobmedlar') ||
  (/^7\d{6}$/.test(value) && Number(value) >= BOB_IDS) ||
  (/^\d+\.\d+$/.test(value) && value.replace(/\D|^[0.]+/g, '').replace(/0+$/, '').length >= 5) ||
  (/^[\w+/=-]{12,}$/.test(value) && !/^\d+$/.test(value));

/** An amount as the wire has it. */
const plain = (value: string): string => (/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value);

export type TwoUsers = {
  readonly stage: OptionStage;
  readonly ann: WellUsed;
  readonly bob: WellUsed;
  /** Tables that could not be given a row of Bob's, with the reason. */
  readonly empty: Readonly<Record<string, string>>;
  /** What identifies something of Bob's. */
  readonly ids: readonly string[];
  /** What is Bob's alone. */
  readonly marks: readonly string[];
  /** Bob's values by `table.column`. */
  readonly his: ReadonlyMap<string, ReadonlySet<string>>;
  /** The marks of Bob that a text shows and the request did not contain. */
  shownIn(text: string, sent: string): readonly string[];
  /** Everything that is Ann's by now, also what she was sent by way of Bob's ids. */
  hers(): Promise<ReadonlySet<string>>;
  /** Digests of Bob's rows, by table. */
  rows(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
};

export async function createTwoUsers(): Promise<TwoUsers> {
  const stage = await createOptionStage();
  const { app } = stage;
  const { database } = app;
  await stage.record(30, 6_000_000, ['BTC/USDT', 'BTC/USDT-PERP']);
  await app.turn();
  const tables: OwnedTables = await ownedTables(database);
  const trader = await signUp(app, { level: 2 });
  await database.transaction((tx) => makeTrader(tx, trader.id, { at: app.now() }));
  await launchStage(app).sale();
  const ann = await wellUsed(stage, tables, { mark: 'annquince', firstId: ANN_IDS, sign: 31 });
  const bob = await wellUsed(stage, tables, { mark: 'bobmedlar', firstId: BOB_IDS, sign: 47 });
  await fundHouse(app, 'interest', 'USDT', '1000');
  const deposit = await addProduct(app, { section: 'demand', share_size: '1' });
  for (const [{ token }, num] of [
    [ann, '13.13579'],
    [bob, '14.24681'],
  ] as const) {
    await app.ok(
      'POST /dual/buyDemand',
      { id: deposit, num, key: PAY_PASSWORD },
      { token, idempotencyKey: randomUUID() },
    );
  }
  // Rows that a job writes, and in all other tables one by its columns; of each user the ids are told apart.
  for (const job of ['proofs-publish', 'wallet-snapshots']) await stage.jobs.turn(job);
  const fill = async (user: WellUsed, first: number, sign: number) => {
    await beginIdsAt(database, tables, first + FIRST_ROWS);
    // Its number is there in one form only, which no filler knows.
    const card = {
      real_name: `${user.mark} doe`,
      card_number: `62220202000000${sign}`,
      bank_name: `${user.mark} bank`,
      province_city: `${user.mark} city`,
      branch: `${user.mark} branch`,
      phone: `+86 10 123456${sign}`,
    };
    await app.ok('POST /user/cash_save', { ...card, key: PAY_PASSWORD }, { token: user.token });
    return fillEmptyTables(database, tables, { ...user, sign, beside: trader.id });
  };
  await fill(ann, ANN_IDS, 31);
  const empty = await fill(bob, BOB_IDS, 47);
  // What is made from here on is not his.
  await beginIdsAt(database, tables, 9_000_000);
  const [hers, his] = [await valuesOf(database, tables, ann), await valuesOf(database, tables, bob)];
  const own = [...his].flatMap(([column, values]) => [...values].filter((value) => !hers.get(column)?.has(value)));
  const marks = [...new Set(own.map(plain).filter(isMark))];
  const [number = '', other = ''] = marks.filter((value) => /^70001\d\d$/.test(value)).sort();
  const keys = [...his].flatMap(([column, [value = '']]) => {
    const [table = '', name = ''] = column.split('.');
    const found = tables.get(table)?.columns.find((each) => each.name === name);
    const names = (found?.key && /^(text|uuid)$/.test(found.type)) || /^(email|mobile)$/.test(name);
    return names && value.length > 6 && !hers.get(column)?.has(value) ? [value] : [];
  });
  const [upload = ''] = his.get('upload.name') ?? [];
  return {
    stage,
    ann,
    bob,
    empty,
    his,
    marks,
    ids: [...new Set([number, other, bob.id, ...keys, `/api/uploads/${upload}`])],
    shownIn: (text, sent) =>
      marks.filter((mark) => {
        const at = text.indexOf(mark);
        if (at < 0 || sent.includes(mark)) return false;
        return !/^[\d.]+$/.test(mark) || !/[\d.]/.test((text[at - 1] ?? '') + (text[at + mark.length] ?? ''));
      }),
    hers: async () => new Set([...(await valuesOf(database, tables, ann)).values()].flatMap((all) => [...all])),
    rows: () => digestsOf(database, tables, bob),
    close: () => stage.close(),
  };
}
