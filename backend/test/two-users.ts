import { makeTrader } from '../src/domains/copytrading/applications.ts';
import { createOptionStage, type OptionStage } from './option-stage.ts';
import { beginIdsAt, digestsOf, type OwnedTables, ownedTables, valuesOf } from './owned-rows.ts';
import { signUp } from './people.ts';
import { type WellUsed, wellUsed } from './well-used.ts';

/* One user who calls, and another whose data no call of the first may show or change. */

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
  const ann = await wellUsed(stage, tables, { mark: 'annquince', firstId: 5_000_000, sign: 31, beside: trader.id });
  const bob = await wellUsed(stage, tables, { mark: 'bobmedlar', firstId: BOB_IDS, sign: 47, beside: trader.id });
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
