import { expect, it } from 'vitest';
import type { Sql } from '../../platform/db/database.ts';
import { createLive } from './live.ts';

/* Guests may listen to any code, and each look at the table costs what the codes in it cost. */

const REAL = 'AURORA-01';
const RUN = { signal: new AbortController().signal } as never;

function createStage() {
  const asked: (readonly string[])[] = [];
  let shown = true;
  let listed = true;
  const database: Sql = {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      if (text.includes("state = 'open'")) return (listed ? [{ id: '1', code: REAL }] : []) as unknown as Row[];
      if (!text.includes('s.code = any')) return [];
      const codes = values[0] as readonly string[];
      asked.push(codes);
      const rows =
        codes.includes(REAL) && shown && listed
          ? [{ id: '1', code: REAL, state: 'open', bids: asked.length, end_at: 9 }]
          : [];
      return rows as unknown as Row[];
    },
  };
  const live = createLive({ database });
  const open = (code: string) => {
    const source = live.topic.open(code, { wake: () => undefined, listeners: () => 1 });
    if (!source) throw new Error('no source');
    return source;
  };
  const show = (is: boolean) => {
    shown = is;
  };
  const list = (is: boolean) => {
    listed = is;
  };
  return { open, asked, look: () => live.job.run(RUN), show, list };
}

it('50,000 codes that no auction has cost each look a few hundred, and keep no auction from being heard', async () => {
  const { open, asked, look } = createStage();
  for (let code = 0; code < 50_000; code += 1) open(`JUNK-${code}`);
  const source = open(REAL);
  await look();
  expect(source.next()?.has(REAL)).toBe(true);
  for (let looks = 0; looks < 20; looks += 1) await look();
  expect(Math.max(...asked.map((codes) => codes.length))).toBeLessThanOrEqual(501);
  // Each in its turn.
  expect(new Set(asked.flat()).size).toBe(10_501);
});

it('an auction among them is looked at at once, and each time', async () => {
  const { open, asked, look, show } = createStage();
  for (let code = 0; code < 10_000; code += 1) open(`JUNK-${code}`);
  await look();
  const source = open(REAL);
  await look();
  expect(source.next()?.has(REAL)).toBe(true);
  for (let looks = 0; looks < 5; looks += 1) {
    await look();
    expect(source.next()?.has(REAL)).toBe(true);
  }
  // Taken down, it waits among the others, and comes back in its turn.
  show(false);
  await look();
  show(true);
  for (let looks = 0; looks < 21; looks += 1) await look();
  expect(source.next()?.has(REAL)).toBe(true);
  expect(asked.every((codes) => codes.length <= 501)).toBe(true);
});

it('an auction is heard with the next look while codes of none come in faster than they can be looked at', async () => {
  const { open, asked, look } = createStage();
  let junk = 0;
  const flood = () => {
    for (let count = 0; count < 3_000; count += 1) {
      junk += 1;
      open(`JUNK-${junk}`);
    }
  };
  flood();
  const source = open(REAL);
  flood();
  await look();
  expect(source.next()?.has(REAL)).toBe(true);
  // Listened to before it is listed, for as long as the flood goes on.
  const second = createStage();
  second.list(false);
  const early = second.open(REAL);
  for (let looks = 0; looks < 10; looks += 1) {
    for (let count = 0; count < 3_000; count += 1) second.open(`JUNK-${looks}-${count}`);
    await second.look();
  }
  expect(early.next()).toBeNull();
  second.list(true);
  for (let count = 0; count < 3_000; count += 1) second.open(`LAST-${count}`);
  await second.look();
  expect(early.next()?.has(REAL)).toBe(true);
  for (const codes of [...asked, ...second.asked]) expect(codes.length).toBeLessThanOrEqual(502);
});

it('a code that is left is looked at no more', async () => {
  const { open, asked, look } = createStage();
  const [first, second] = [open('GONE-0001'), open(REAL)];
  first.close?.();
  await look();
  second.close?.();
  await look();
  expect(asked).toEqual([[REAL]]);
});
