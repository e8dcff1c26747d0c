import { beforeAll, describe, expect, it } from 'vitest';
import { isRound, localBeacon, QUICKNET, randomnessOf } from './beacon.ts';
import { drawnRecord, SAMPLE_BEACON } from './draw-fixtures.ts';
import { linkOf } from './draw-rules.ts';
import { type DrawRecord, verifyDraws } from './verify.ts';

describe('rounds of quicknet', () => {
  const signature = 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b';
  it('accepts a round of the real network, and its randomness', () => {
    expect(isRound(QUICKNET, 657_413, signature)).toBe(true);
    expect(randomnessOf(signature)).toBe('fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587');
  });
  it('rejects another round’s signature, another network’s and what is no point', () => {
    expect(isRound(QUICKNET, 657_412, signature)).toBe(false);
    const other = localBeacon(new Uint8Array(32).fill(7), QUICKNET);
    expect(isRound(QUICKNET, 657_413, other.sign(657_413))).toBe(false);
    expect(isRound(QUICKNET, 657_413, 'ff'.repeat(48))).toBe(false);
    expect(isRound(QUICKNET, 657_413, `c0${'00'.repeat(47)}`)).toBe(false);
    expect(isRound(QUICKNET, 657_413, 'b7')).toBe(false);
    expect(isRound(QUICKNET, 0, signature)).toBe(false);
  });
});

const changed = (of: DrawRecord, change: (copy: DrawRecord) => void): DrawRecord => {
  const copy = structuredClone(of);
  change(copy);
  return copy;
};
type Draw = DrawRecord['draws'][number];
const at = (of: DrawRecord, index: number): Draw => {
  const draw = of.draws[index];
  if (!draw) throw new Error('the record has four boxes');
  return draw;
};

describe('a record', () => {
  let withBeacon: DrawRecord;
  let without: DrawRecord;
  beforeAll(() => {
    withBeacon = drawnRecord();
    without = drawnRecord(null);
  });

  it('is of a network that signs with a key of its own', () => {
    const network = localBeacon(new Uint8Array(32).fill(9), SAMPLE_BEACON);
    expect(network.beacon).toEqual(SAMPLE_BEACON);
    expect(withBeacon.rounds).toEqual(
      withBeacon.rounds.map(({ round }) => ({ round, signature: network.sign(round) })),
    );
  });

  it('is right where everything follows, with public randomness and without', async () => {
    const shares: number[] = [];
    const found = await verifyDraws(withBeacon, { progress: (share) => void shares.push(share) });
    expect(found).toMatchObject({ fault: null, drawn: withBeacon.draws.map(({ drawn }) => drawn) });
    expect(shares.at(-1)).toBe(1);
    expect(await verifyDraws(without)).toMatchObject({ fault: null });
  });

  it('before the seed is revealed, proves the purchases and no result', async () => {
    const open = changed(withBeacon, (copy) => {
      copy.seed = null;
      copy.rounds.pop();
      for (const draw of copy.draws) draw.drawn = null;
    });
    expect(await verifyDraws(open)).toMatchObject({ fault: null, drawn: null });
    // A box that was opened needs its round.
    expect(
      await verifyDraws(
        changed(open, (copy) => {
          at(copy, 3).drawn = 'basalt';
        }),
      ),
    ).toEqual({ fault: 'signature', number: 4 });
  });

  const draw = (index: number, change: (draw: Draw) => Partial<Draw>) => (copy: DrawRecord) => {
    Object.assign(at(copy, index), change(at(copy, index)));
  };
  const whole = (change: (of: DrawRecord) => Partial<DrawRecord>) => (copy: DrawRecord) => {
    Object.assign(copy, change(copy));
  };
  const attacks: readonly [string, string, number | undefined, (copy: DrawRecord) => void][] = [
    ['another result', 'drawn', 2, draw(1, () => ({ drawn: 'aurora-2' }))],
    ['a result that is withheld', 'drawn', 2, draw(1, () => ({ drawn: null }))],
    ['another seed', 'seed', undefined, whole(() => ({ seed: 'ab'.repeat(32) }))],
    [
      'another inventory',
      'commitment',
      undefined,
      whole(({ terms }) => ({ terms: terms.replace('basalt', 'pebble') })),
    ],
    ['terms that are none', 'terms', undefined, whole(() => ({ terms: '{}' }))],
    ['another series', 'terms', undefined, whole(() => ({ series: 'box-2' }))],
    ['a box that was left out', 'number', 3, whole(({ draws }) => ({ draws: draws.toSpliced(1, 1) }))],
    ['a buyer’s seed that was exchanged', 'receipt', 2, draw(1, () => ({ buyer_seed: 'chosen' }))],
    ['a buyer’s seed against the rules', 'buyer_seed', 2, draw(1, () => ({ buyer_seed: ' chosen' }))],
    ['a payment moved to a later round', 'round', 4, draw(3, ({ paid_at }) => ({ paid_at: paid_at + 3_000 }))],
    ['a round that was chosen', 'round', 4, draw(3, ({ round }) => ({ round: (round ?? 0) + 1 }))],
    ['a payment before the one in front of it', 'round', 4, draw(3, ({ paid_at }) => ({ paid_at: paid_at - 10_000 }))],
    ['a refund in the middle', 'refund', 3, draw(1, () => ({ refunded: true, drawn: null }))],
    ['a result for a refunded box', 'refund', 4, draw(3, () => ({ refunded: true }))],
    [
      'a round that the network did not sign',
      'signature',
      1,
      whole(({ rounds: [first, ...others] }) => ({
        rounds: [{ round: first?.round ?? 0, signature: others[0]?.signature ?? '' }, ...others],
      })),
    ],
    ['a round that is missing', 'signature', 1, whole(({ rounds }) => ({ rounds: rounds.slice(1) }))],
  ];
  it.each(attacks)('names %s', async (_, fault, number, change) => {
    expect(await verifyDraws(changed(withBeacon, change))).toEqual(
      number === undefined ? { fault } : { fault, number },
    );
  });

  const takenBack = (copy: DrawRecord) => {
    Object.assign(at(copy, 3), { refunded: true, drawn: null });
  };
  it('names boxes that are taken back although nothing was missing', async () => {
    expect(await verifyDraws(changed(without, takenBack))).toEqual({ fault: 'refund', number: 4 });
    expect(await verifyDraws(changed(withBeacon, takenBack))).toEqual({ fault: 'refund', number: 4 });
  });

  it('accepts refunds of all boxes, and of those whose round the network never signed', async () => {
    const all = (copy: DrawRecord) => {
      for (const draw of copy.draws) Object.assign(draw, { refunded: true, drawn: null });
    };
    expect(await verifyDraws(changed(without, all))).toMatchObject({ fault: null });
    const silent = changed(withBeacon, (copy) => {
      const { round } = at(copy, 3);
      for (const draw of copy.draws) if (draw.round === round) Object.assign(draw, { refunded: true, drawn: null });
      copy.rounds = copy.rounds.filter((each) => each.round !== round);
    });
    expect(await verifyDraws(silent)).toMatchObject({ fault: null });
  });

  it('names more boxes than there were things', async () => {
    const one = changed(without, (copy) => {
      const last = at(copy, 3);
      const next = { ...last, number: 5 };
      copy.draws.push({ ...next, receipt: linkOf(last.receipt, next) });
    });
    expect(await verifyDraws(one)).toEqual({ fault: 'stock', number: 5 });
  });

  it('takes refunds at the end, where the rounds stayed away', async () => {
    const cut = changed(withBeacon, (copy) => {
      Object.assign(at(copy, 3), { refunded: true, drawn: null });
      copy.rounds.pop();
    });
    expect(await verifyDraws(cut)).toMatchObject({
      fault: null,
      drawn: [...withBeacon.draws.slice(0, 3).map(({ drawn }) => drawn), null],
    });
  });
});
