import { add, cmp, min, mul, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  affordable,
  allocate,
  type Commitment,
  costOf,
  gridOf,
  holdsPrice,
  leastPrice,
  offeredPrice,
  phaseAt,
  saleProblem,
  settle,
  subscriptionProblem,
} from './rules.ts';
import { allocationFault, type PublishedShare, shareHash } from './verify.ts';

const units = (value: bigint, scale: number): string => {
  const text = value.toString().padStart(scale + 1, '0');
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
};

const sales = fc
  .record({ scale: fc.constantFrom(0, 4, 8), supply: fc.bigInt(1n, 10n ** 18n), cap: fc.bigInt(1n, 10n ** 18n) })
  .map(({ scale, supply, cap }) => ({
    scale,
    supply: units(supply, scale),
    cap: min(units(cap, scale), units(supply, scale)),
  }));
const commitmentsOf = (scale: number) =>
  fc
    .array(fc.oneof(fc.bigInt(1n, 10n ** 18n), fc.bigInt(1n, 1_000n)), { minLength: 1, maxLength: 30 })
    .map((all) => all.map((each) => units(each, scale)));
const cases = sales.chain((sale) => commitmentsOf(sale.scale).map((commitments) => ({ sale, commitments })));

test('the product’s example: supply 1,000, commitments 500, 1,000 and 2,500, cap 400', () => {
  expect(allocate({ supply: '1000', cap: '400', scale: 0 }, ['500', '1000', '2500'])).toEqual(['200', '400', '400']);
});

describe('an allocation', () => {
  test('gives out no more than there is, no user more than the cap or the commitment, and leaves less than a unit a user', () => {
    fc.assert(
      fc.property(cases, ({ sale, commitments }) => {
        const shares = allocate(sale, commitments);
        const all = sum(shares);
        expect(cmp(all, sale.supply)).toBeLessThanOrEqual(0);
        shares.forEach((share, index) => {
          expect(cmp(share, sale.cap)).toBeLessThanOrEqual(0);
          expect(cmp(share, commitments[index] as string)).toBeLessThanOrEqual(0);
          expect(cmp(share, '0')).toBeGreaterThanOrEqual(0);
        });
        // What is wanted within the cap and not given is missing for want of supply alone.
        const wanted = sum(commitments.map((each) => (cmp(each, sale.cap) < 0 ? each : sale.cap)));
        const possible = cmp(wanted, sale.supply) < 0 ? wanted : sale.supply;
        const missing = sub(possible, all);
        expect(cmp(missing, '0')).toBeGreaterThanOrEqual(0);
        expect(cmp(missing, units(BigInt(commitments.length), sale.scale))).toBeLessThan(0);
      }),
    );
  });

  test('does not depend on the order, and gives no less for more', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ({ sale, commitments }, picks) => {
        const shares = allocate(sale, commitments);
        const order = commitments.map((_, index) => index);
        const shuffled = order.toSorted(() => ((picks.next().value as number) % 3) - 1);
        const again = allocate(
          sale,
          shuffled.map((index) => commitments[index] as string),
        );
        expect(again).toEqual(shuffled.map((index) => shares[index]));
        for (const [a, one] of commitments.entries()) {
          for (const [b, other] of commitments.entries()) {
            if (cmp(one, other) <= 0) expect(cmp(shares[a] as string, shares[b] as string)).toBeLessThanOrEqual(0);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('of two accounts with a half each gives no more than that of one, where no cap is in the way', () => {
    fc.assert(
      fc.property(commitmentsOf(4), fc.bigInt(2n, 10n ** 15n), (others, own) => {
        const sale = { supply: '1000000', cap: '1000000', scale: 4 };
        const half = own / 2n;
        const [one] = allocate(sale, [units(own, 4), ...others]);
        const [first, second] = allocate(sale, [units(half, 4), units(own - half, 4), ...others]);
        expect(cmp(add(first as string, second as string), one as string)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

const PRICES = ['0.5', '0.000008333334'] as const;
const subscriptions = fc.array(fc.record({ units: fc.bigInt(1n, 10n ** 12n), price: fc.constantFrom(...PRICES) }), {
  minLength: 1,
  maxLength: 12,
});
const commitments = (all: readonly { units: bigint; price: (typeof PRICES)[number] }[]): readonly Commitment[] =>
  all.map(({ units: amount, price }, index) => {
    const payScale = price === '0.5' ? 6 : 8;
    return {
      id: String(index + 1),
      amount: units(amount, 4),
      payCurrency: price === '0.5' ? 'USDT' : 'BTC',
      payScale,
      price,
      paid: costOf(units(amount, 4), price, payScale),
    };
  });

describe('the price that all users pay', () => {
  const prices = fc.bigInt({ min: 1n, max: 5_000_000n }).map((ticks) => units(ticks, 4));
  const orders = fc.array(fc.record({ amount: fc.bigInt({ min: 1n, max: 10n ** 9n }), price: prices }), {
    minLength: 1,
    maxLength: 12,
  });
  const placed = (all: readonly { amount: bigint; price: string }[]): readonly Commitment[] =>
    all.map(({ amount, price }, index) => ({
      id: String(index + 1),
      amount: units(amount, 4),
      payCurrency: 'USDT',
      payScale: 6,
      price,
      paid: costOf(units(amount, 4), price, 6),
    }));

  test('is paid for every token, whatever was subscribed to before or after, and never more than was paid in', () => {
    fc.assert(
      fc.property(orders, prices, fc.integer({ min: 0, max: 1_000 }), (all, price, permille) => {
        const own = placed(all).map((each) => affordable(each, price, 4));
        const counted = own.reduce((total, { amount }) => total + BigInt(Math.round(Number(amount) * 10_000)), 0n);
        const allotted = units((counted * BigInt(permille)) / 1_000n, 4);
        const byId = new Map(own.map((each) => [each.id, each]));
        for (const { id, allotted: got, returned } of settle(own, allotted, 4)) {
          const { paid } = byId.get(id) as Commitment;
          const cost = sub(paid, returned);
          expect(cmp(returned, '0')).toBeGreaterThanOrEqual(0);
          expect(cmp(cost, '0')).toBeGreaterThanOrEqual(0);
          // Rounded up by less than a unit, for all subscriptions of the user together.
          const beyond = sub(cost, mul(got, price));
          expect(cmp(beyond, '0.000001')).toBeLessThan(0);
          expect(cmp(beyond, '-0.000001')).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('at the price that was asked a subscription counts whole', () => {
    fc.assert(
      fc.property(orders, (all) => {
        for (const each of placed(all)) expect(affordable(each, each.price, 4).amount).toBe(each.amount);
      }),
    );
  });
});

describe('settling', () => {
  test('every commitment is allotted, returned or both, to the last unit', () => {
    fc.assert(
      fc.property(subscriptions, fc.integer({ min: 0, max: 1_000 }), (all, permille) => {
        const own = commitments(all);
        const committed = all.reduce((total, { units: amount }) => total + amount, 0n);
        const allotted = units((committed * BigInt(permille)) / 1_000n, 4);
        const settled = settle(own, allotted, 4);
        expect(cmp(sum(settled.map((each) => each.allotted)), allotted)).toBe(0);
        expect(settled).toHaveLength(own.length);
        const byId = new Map(own.map((each) => [each.id, each]));
        for (const { id, allotted: got, returned } of settled) {
          const { amount, paid, price, payScale } = byId.get(id) as Commitment;
          expect(cmp(got, amount)).toBeLessThanOrEqual(0);
          expect(cmp(returned, '0')).toBeGreaterThanOrEqual(0);
          expect(cmp(returned, paid)).toBeLessThanOrEqual(0);
          // No user pays more than the price, but for less than a unit.
          expect(cmp(sub(sub(paid, returned), mul(got, price)), units(1n, payScale))).toBeLessThan(0);
        }
      }),
    );
  });

  test('costs the same however a commitment is split', () => {
    fc.assert(
      fc.property(subscriptions, fc.integer({ min: 0, max: 1_000 }), (all, permille) => {
        const whole = PRICES.flatMap((price) => {
          const amount = all.filter((each) => each.price === price).reduce((total, each) => total + each.units, 0n);
          return amount === 0n ? [] : [{ units: amount, price }];
        });
        const committed = all.reduce((total, { units: amount }) => total + amount, 0n);
        const allotted = units((committed * BigInt(permille)) / 1_000n, 4);
        const costs = (some: readonly Commitment[]) => {
          const settled = new Map(settle(some, allotted, 4).map((each) => [each.id, each]));
          return PRICES.map((price) =>
            sum(
              some
                .filter((each) => each.price === price)
                .map((each) => sub(each.paid, settled.get(each.id)?.returned ?? '0')),
            ),
          );
        };
        expect(costs(commitments(all))).toEqual(costs(commitments(whole)));
      }),
    );
  });
});

describe('a published table', () => {
  const sale = { supply: '1000', cap: '400', scale: 0 };
  const shares: readonly PublishedShare[] = [
    [shareHash(1, '100001', 'aa'), '500', '200'],
    [shareHash(1, '100002', 'bb'), '1000', '400'],
    [shareHash(1, '100003', 'cc'), '2500', '400'],
  ];
  const publication = { ...sale, committed: '4000', allotted: '1000', shares };
  const [first, ...others] = shares as readonly [PublishedShare, ...PublishedShare[]];

  test('is right where every share follows from the commitments', () => {
    expect(allocationFault(publication)).toBeNull();
    expect(allocationFault({ ...sale, committed: '0', allotted: '0', shares: [] })).toBeNull();
  });

  test.each([
    ['a share that was raised', { shares: [[first[0], '500', '201'], ...others], allotted: '1001' }, 'supply'],
    ['a share moved to another user', { shares: [[first[0], '500', '199'], ...others], allotted: '999' }, 'share'],
    ['a commitment that was invented', { shares: [...shares, ['ff', '10', '0']] }, 'committed'],
    ['a sum that is not that of the shares', { allotted: '999' }, 'allotted'],
    ['a user who stands there twice', { shares: [first, first, ...others] }, 'duplicate'],
  ] as const)('shows %s', (_, change, fault) => {
    expect(allocationFault({ ...publication, ...(change as object) })?.fault).toBe(fault);
  });
});

test('a price in another currency never favours who waits for it to move', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e9 }), (price, bid) => {
      const [inUsdt, value] = [String(price / 1_000), String(bid / 1_000)];
      const offered = offeredPrice(inUsdt, value);
      expect(holdsPrice(offered, inUsdt, value)).toBe(true);
      expect(cmp(mul(leastPrice(inUsdt, value), value), inUsdt)).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(holdsPrice('0.5', '0.5', null)).toBe(true);
  expect(holdsPrice('0.4999', '0.5', null)).toBe(false);
  expect(holdsPrice('0.51', '0.5', null)).toBe(false);
  // 30,000 USDT a BTC when it was seen; then BTC fell, and rose by more than a hundredth.
  const seen = offeredPrice('0.3', '30000');
  expect(holdsPrice(seen, '0.3', '29000')).toBe(false);
  expect(holdsPrice(seen, '0.3', '30100')).toBe(true);
  expect(holdsPrice(seen, '0.3', '31000')).toBe(false);
});

test('what can be subscribed to follows from amount, scale, least and balance', () => {
  const limits = { tokenScale: 2, payScale: 6, least: '10', available: '100' };
  const of = (amount: string) => subscriptionProblem({ amount, price: '0.5' }, limits)?.code ?? null;
  expect(['', '0', '10.001', '9.99', '200.01', '200', '10'].map(of)).toEqual([
    'field_required',
    'field_must_be_positive',
    'field_too_precise',
    'amount_too_small',
    'insufficient_balance',
    null,
    null,
  ]);
});

test('a window is half open', () => {
  const window = { startAt: 10, endAt: 20, cancelled: false };
  expect([9, 10, 19, 20].map((now) => phaseAt(window, now))).toEqual([
    'warm_up',
    'in_progress',
    'in_progress',
    'ended',
  ]);
  expect(phaseAt({ ...window, cancelled: true }, 15)).toBe('cancelled');
});

test('the terms of a sale can be allotted', () => {
  const HOUR = 3_600_000;
  const terms = {
    supply: '1000',
    cap: '400',
    least: '1',
    scale: 0,
    price: '0.5',
    startAt: 0,
    endAt: HOUR,
    listingAt: 2 * HOUR,
  };
  expect(saleProblem(terms)).toBeNull();
  const field = (change: object) => saleProblem({ ...terms, ...change })?.field;
  expect([
    field({ cap: '1001' }),
    field({ least: '401' }),
    field({ supply: '0.5' }),
    field({ supply: '1'.repeat(21), cap: '1' }),
    field({ cap: '0' }),
    field({ price: '0' }),
    field({ endAt: 0 }),
    field({ listingAt: HOUR }),
  ]).toEqual([
    'user_cap',
    'min_amount',
    'total_issuance',
    'total_issuance',
    'user_cap',
    'price',
    'end_time',
    'listing_time',
  ]);
});

test('ticks and lots suit the price', () => {
  expect(['0.05', '0.5', '1', '2500'].map((price) => gridOf(price, 4))).toEqual([
    { tick: '0.000001', lot: '1' },
    { tick: '0.00001', lot: '1' },
    { tick: '0.0001', lot: '0.1' },
    { tick: '0.01', lot: '0.0001' },
  ]);
});
