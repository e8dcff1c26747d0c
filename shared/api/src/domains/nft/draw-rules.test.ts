import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BUYER_SEED,
  boxesOf,
  commitmentOf,
  drawBoxes,
  drawPlace,
  fairPlace,
  type InventoryItem,
  linkOf,
  oddsOf,
  readTerms,
  remaining,
  roundAfter,
  roundTime,
  seedHash,
  stockOf,
  type Terms,
  termsText,
} from './draw-rules.ts';

const inventory: readonly InventoryItem[] = [
  { code: 'aurora', rarity: 'legendary', count: 1 },
  { code: 'basalt', rarity: 'epic', count: 9 },
  { code: 'cirrus', rarity: 'rare', count: 30 },
  { code: 'drift', rarity: 'common', count: 40 },
  { code: 'ember', rarity: 'common', count: 20 },
];
const terms = (over: Partial<Terms> = {}): Terms => ({
  version: 1,
  series: 'box-1',
  seed_hash: '00'.repeat(32),
  inventory: [...inventory],
  odds: oddsOf(inventory),
  beacon: null,
  silence_days: 0,
  ...over,
});
const commitment = commitmentOf(termsText(terms()));

/** The statistic of observed against expected counts. */
const chiSquare = (observed: readonly number[], expected: readonly number[]): number =>
  observed.reduce((all, count, index) => all + (count - (expected[index] ?? 0)) ** 2 / (expected[index] ?? 0), 0);

describe('what is hashed', () => {
  it('computes a draw as the documentation writes it down', () => {
    const seed = '11'.repeat(32);
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const u64 = (value: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(value));
      return bytes;
    };
    const byHand = (number: number, buyer: string, beacon: Buffer, left: number) => {
      const message = Buffer.concat([
        Buffer.from('tessera nft draw box 1\n'),
        Buffer.from(commitment, 'hex'),
        u64(number),
        text(buyer),
        beacon,
        Buffer.alloc(4),
      ]);
      const value = createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest().readBigUInt64BE();
      return Number(value % BigInt(left));
    };
    const box = { number: 7, buyer_seed: 'my own words', round: null, randomness: null };
    expect(drawPlace(seed, commitment, box, 100)).toBe(byHand(7, 'my own words', u64(0), 100));
    const randomness = 'ab'.repeat(32);
    expect(drawPlace(seed, commitment, { ...box, round: 657_413, randomness }, 100)).toBe(
      byHand(7, 'my own words', Buffer.concat([u64(657_413), Buffer.from(randomness, 'hex')]), 100),
    );
    expect(seedHash(seed)).toBe(
      createHash('sha256').update('tessera nft draw seed 1\n').update(Buffer.from(seed, 'hex')).digest('hex'),
    );
    expect(commitment).toBe(
      createHash('sha256').update('tessera nft draw terms 1\n').update(termsText(terms())).digest('hex'),
    );
    expect(linkOf(commitment, { number: 1, buyer_seed: 'abc', paid_at: 5, round: 9 })).toBe(
      createHash('sha256')
        .update('tessera nft draw link 1\n')
        .update(Buffer.from(commitment, 'hex'))
        .update(Buffer.concat([u64(1), u64(5), u64(9), text('abc')]))
        .digest('hex'),
    );
  });

  it('has one text of the same terms, and reads no other', () => {
    const text = termsText(terms());
    expect(readTerms(text)).toEqual(terms());
    expect(termsText({ ...terms(), version: 1 })).toBe(text);
    const reordered = JSON.stringify(terms());
    expect(reordered).not.toBe(text);
    expect(readTerms(reordered)).toBeNull();
    expect(readTerms(`${text} `)).toBeNull();
    expect(readTerms('{')).toBeNull();
    expect(readTerms(termsText(terms({ odds: { common: '100/100' } })))).toBeNull();
    const twice = [...inventory, { code: 'aurora', rarity: 'common', count: 1 }];
    expect(readTerms(termsText(terms({ inventory: twice, odds: oddsOf(twice) })))).toBeNull();
  });

  it('every other input of a draw gives another message', () => {
    // The length in front of the buyer's seed: no two pairs run together.
    const a = { number: 1, buyer_seed: 'ab', round: null, randomness: null };
    const seed = '22'.repeat(32);
    const big = 2 ** 48;
    const of = (over: object) => drawPlace(seed, commitment, { ...a, ...over }, big);
    const all = [
      of({}),
      of({ number: 2 }),
      of({ buyer_seed: 'a' }),
      of({ buyer_seed: 'abc' }),
      of({ round: 1, randomness: '00'.repeat(32) }),
      of({ round: 2, randomness: '00'.repeat(32) }),
      drawPlace(seed, commitmentOf('another'), a, big),
      drawPlace('23'.repeat(32), commitment, a, big),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('takes printable ASCII as a buyer’s seed, without blanks around it', () => {
    for (const good of ['a', 'my own words', '~'.repeat(64)]) expect(BUYER_SEED.test(good)).toBe(true);
    for (const bad of ['', ' a', 'a ', 'ä', 'a\n', '\0', 'a'.repeat(65)]) expect(BUYER_SEED.test(bad)).toBe(false);
  });
});

describe('fairness', () => {
  it('100,000 draws match the published odds', () => {
    const seed = randomBytes(32).toString('hex');
    const counts = new Map(inventory.map(({ code }) => [code, 0]));
    for (let number = 1; number <= 100_000; number++) {
      const box = { number, buyer_seed: `buyer-${number % 977}`, round: null, randomness: null };
      const code = stockOf(inventory).take(drawPlace(seed, commitment, box, 100));
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    const statistic = chiSquare(
      [...counts.values()],
      inventory.map(({ count }) => count * 1_000),
    );
    // 4 degrees of freedom: one of 10^7 fair runs is above 38.
    expect(statistic, `seed ${seed}, counts ${JSON.stringify([...counts])}`).toBeLessThan(38);
  });

  it('a box that is sold last has the odds of the first: every thing is as often at every number', () => {
    const seed = randomBytes(32).toString('hex');
    const size = 10;
    const unique = Array.from({ length: size }, (_, index) => ({ code: `w${index}`, rarity: 'common', count: 1 }));
    const seen = Array.from({ length: size * size }, () => 0);
    const series = 2_000;
    for (let run = 0; run < series; run++) {
      const boxes = Array.from({ length: size }, (_, index) => ({
        number: index + 1,
        buyer_seed: `run-${run}`,
        round: null,
        randomness: null,
      }));
      for (const [place, code] of drawBoxes(seed, commitment, { inventory: unique }, boxes).entries()) {
        const cell = place * size + Number(code.slice(1));
        seen[cell] = (seen[cell] ?? 0) + 1;
      }
    }
    const expected = seen.map(() => series / size);
    // Permutations: scaled, the statistic has (n − 1)² = 81 degrees of freedom; one of 10^7 fair runs is above 165.
    expect((chiSquare(seen, expected) * (size - 1)) / size, `seed ${seed}`).toBeLessThan(165);
  });

  it('scales by rejection: each place has the same number of values', () => {
    for (const left of [1, 2, 3, 7, 100, 5_000]) {
      const top = 2n ** 64n - 1n;
      const rejected = 2n ** 64n % BigInt(left);
      expect(fairPlace(top - rejected, left)).toBe(left - 1);
      expect(fairPlace(0n, left)).toBe(0);
      if (rejected > 0n) for (const value of [top, top - rejected + 1n]) expect(fairPlace(value, left)).toBeNull();
    }
  });
});

const inventories = fc
  .array(fc.record({ rarity: fc.constantFrom('common', 'rare', 'epic'), count: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((items) => items.map((item, index) => ({ code: `w${index}`, ...item })));
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));

describe('the inventory', () => {
  it('never gives what is gone, and gives all of it', () => {
    fc.assert(
      fc.property(inventories, seeds, fc.array(fc.string({ minLength: 1, maxLength: 9 })), (items, seed, words) => {
        const total = boxesOf(items);
        const boxes = Array.from({ length: total }, (_, index) => ({
          number: index + 1,
          buyer_seed: words[index] ?? 'x',
          round: null,
          randomness: null,
        }));
        const drawn = drawBoxes(seed, commitment, { inventory: items }, boxes);
        for (const { code, count } of items) expect(drawn.filter((each) => each === code)).toHaveLength(count);
        // A box that comes later changes none before it.
        expect(drawBoxes(seed, commitment, { inventory: items }, boxes.slice(0, -1))).toEqual(drawn.slice(0, -1));
        for (let opened = 0; opened <= total; opened++) {
          const left = remaining(items, drawn.slice(0, opened));
          expect(boxesOf(left)).toBe(total - opened);
          expect(left.every(({ count }) => count >= 0)).toBe(true);
        }
        const more = [...boxes, { number: total + 1, buyer_seed: 'x', round: null, randomness: null }];
        expect(() => drawBoxes(seed, commitment, { inventory: items }, more)).toThrow(RangeError);
      }),
      { numRuns: 40 },
    );
  });

  it('takes no numbers with a gap, and no round without its randomness', () => {
    const seed = '33'.repeat(32);
    const box = { number: 2, buyer_seed: 'x', round: null, randomness: null };
    expect(() => drawBoxes(seed, commitment, { inventory }, [box])).toThrow('box 2');
    expect(() => drawPlace(seed, commitment, { ...box, round: 5 }, 3)).toThrow('randomness');
    expect(() => drawPlace('33', commitment, box, 3)).toThrow('32 bytes');
    expect(() => stockOf(inventory).take(100)).toThrow(RangeError);
  });

  it('counts the odds of each rarity', () => {
    expect(oddsOf(inventory)).toEqual({ legendary: '1/100', epic: '9/100', rare: '30/100', common: '60/100' });
  });
});

describe('the round of a payment', () => {
  const beacon = { genesis: 1_692_803_367, period: 3 };
  it('is the first one after it, never one that was published before or at the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_692_803_367_000, max: 2_000_000_000_000 }), (at) => {
        const round = roundAfter(beacon, at);
        expect(roundTime(beacon, round)).toBeGreaterThan(at);
        expect(roundTime(beacon, round - 1)).toBeLessThanOrEqual(at);
      }),
    );
    expect(roundAfter(beacon, 0)).toBe(1);
  });
});
