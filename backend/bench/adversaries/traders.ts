import type { Side } from '../../src/platform/market/order-book.ts';
import type { Trader, View } from './arena.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const mid = ({ book }: View, instrument = 0): number | null => {
  const { bids, asks } = book(instrument);
  return bids[0] && asks[0] ? (bids[0][0] + asks[0][0]) / 2 : null;
};
const sum = (levels: readonly (readonly [number, number])[]) => levels.reduce((total, [, lots]) => total + lots, 0);

/** Brings the holding to a target by taking. */
function aim(view: View, instrument: number, target: number, account = 0): void {
  const missing = target - view.holding(instrument, account);
  if (missing !== 0) view.take(instrument, missing > 0 ? 'buy' : 'sell', Math.abs(missing), account);
}

/** Follows (sign 1) or fades (−1) the move since its last turn where that is larger than the cost of a round trip. */
const follow = (name: string, every: number, sign: 1 | -1, threshold: number): Trader => ({
  name,
  instruments: 1,
  every,
  enter: ({ depth }) => {
    let before: number | null = null;
    return (view) => {
      const now = mid(view);
      if (now !== null && before !== null) {
        const move = Math.log(now / before);
        aim(view, 0, Math.abs(move) < threshold ? 0 : Math.round(Math.sign(move) * sign * depth * 0.2));
      }
      before = now;
    };
  },
});

/** Trades with (sign 1) or against (−1) the heavier side of the book, which shows the inventory of the house. */
const imbalance = (sign: 1 | -1): Trader => ({
  name: sign === 1 ? 'trades with the heavier side' : 'trades against the heavier side',
  instruments: 1,
  every: 20 * SECOND,
  enter:
    ({ depth }) =>
    (view) => {
      const { bids, asks } = view.book(0);
      const lean = (sum(bids) - sum(asks)) / Math.max(1, sum(bids) + sum(asks));
      aim(view, 0, Math.abs(lean) < 0.1 ? 0 : Math.round(Math.sign(lean) * sign * depth * 0.3));
    },
});

/** Takes a whole side, waits until the quotes have leaned and refilled, and closes; at once or in parts. */
const sweep = (name: string, parts: number, wait: number): Trader => ({
  name,
  instruments: 1,
  every: SECOND,
  enter: ({ depth, cap }) => {
    let phase = 0;
    let since = 0;
    return (view) => {
      if (view.now - since < (phase < parts ? SECOND : wait)) return;
      since = view.now;
      if (phase < parts) view.take(0, 'buy', Math.ceil((depth * Math.min(1, cap)) / parts));
      else view.take(0, 'sell', view.holding(0));
      phase = phase < parts ? phase + 1 : view.holding(0) > 0 ? phase : 0;
    };
  },
});

/** Drives the house to one end of its inventory with one account, and takes the leaned price with another. */
const collude: Trader = {
  name: 'drives the inventory with one account and fades it with another',
  instruments: 1,
  every: 20 * SECOND,
  enter: ({ depth, cap }) => {
    let side: Side = 'buy';
    let steps = 0;
    return (view) => {
      const lots = Math.ceil(depth * 0.5);
      // The first drives for as long as it takes to reach the cap, then the second goes the other way at the lean.
      const account = steps < cap * 4 ? 0 : 1;
      view.take(0, account === 0 ? side : side === 'buy' ? 'sell' : 'buy', lots, account);
      if (++steps > cap * 8) {
        steps = 0;
        side = side === 'buy' ? 'sell' : 'buy';
      }
    };
  },
};

/** Rests on both sides at this distance from the mid, a ratio, and renews the orders when the price has moved on. */
const maker = (distance: number): Trader => ({
  name: `rests ${distance * 100} % away on both sides`,
  instruments: 1,
  rests: true,
  every: 20 * SECOND,
  enter: ({ depth }) => {
    let orders: string[] = [];
    return (view) => {
      for (const id of orders) view.cancel(0, id);
      orders = [];
      const now = mid(view);
      if (now === null) return;
      const lots = Math.ceil(depth * 0.05);
      const holding = view.holding(0);
      const limit = depth;
      if (holding < limit) orders.push(view.rest(0, 'buy', Math.floor(now * (1 - distance)), lots));
      if (holding > -limit) orders.push(view.rest(0, 'sell', Math.ceil(now * (1 + distance)), lots));
    };
  },
});

/** Trades the second instrument after the first has moved: they share half of what moves them. */
const leadLag: Trader = {
  name: 'trades one instrument after another has moved',
  instruments: 2,
  every: SECOND,
  enter: ({ depth }) => {
    let before: number | null = null;
    return (view) => {
      const now = mid(view, 0);
      if (now !== null && before !== null) {
        const move = Math.log(now / before);
        if (Math.abs(move) > 0.0005) aim(view, 1, Math.round(Math.sign(move) * depth * 0.2));
        else if (view.now % MINUTE === 0) aim(view, 1, 0);
      }
      before = now;
    };
  },
};

/** Features of what is public, by which a regression tries to foretell the next move. */
const FEATURES = 8;
function features(view: View, previous: readonly number[]): number[] {
  const { bids, asks, sequence } = view.book(0);
  const bid = bids[0]?.[0] ?? 0;
  const ask = asks[0]?.[0] ?? 0;
  const total = sum(bids) + sum(asks);
  return [
    previous[0] ?? 0,
    previous[1] ?? 0,
    previous[2] ?? 0,
    (sum(bids) - sum(asks)) / Math.max(1, total),
    ((bids[0]?.[1] ?? 0) - (asks[0]?.[1] ?? 0)) / Math.max(1, (bids[0]?.[1] ?? 0) + (asks[0]?.[1] ?? 0)),
    // Last digits: what is left of a generator's state, if the price shows any.
    (((bid * 7 + ask * 13) % 101) - 50) / 50,
    ((sequence % 17) - 8) / 8,
    1,
  ];
}

/** Learns by recursive least squares to foretell the move of the next turn, and trades its forecast. */
const regression = (every: number): Trader => ({
  name: `learns from books and moves, each ${every / SECOND} s`,
  instruments: 1,
  every,
  enter: ({ depth }) => {
    const weights = new Float64Array(FEATURES);
    const covariance = Array.from({ length: FEATURES }, (_, row) =>
      Float64Array.from({ length: FEATURES }, (__, column) => (row === column ? 1_000 : 0)),
    );
    let last: number[] | null = null;
    let before: number | null = null;
    const moves: number[] = [];
    const learn = (x: readonly number[], y: number): void => {
      const px = covariance.map((row) => row.reduce((total, value, index) => total + value * (x[index] as number), 0));
      const scale = 1 + x.reduce((total, value, index) => total + value * (px[index] as number), 0);
      const error = y - x.reduce((total, value, index) => total + value * (weights[index] as number), 0);
      for (let row = 0; row < FEATURES; row++) {
        weights[row] = (weights[row] as number) + ((px[row] as number) / scale) * error;
        const line = covariance[row] as Float64Array;
        for (let column = 0; column < FEATURES; column++) {
          line[column] = (line[column] as number) - ((px[row] as number) * (px[column] as number)) / scale;
        }
      }
    };
    return (view) => {
      const now = mid(view);
      if (now === null) return;
      if (before !== null) {
        const move = Math.log(now / before) * 1_000;
        if (last) learn(last, move);
        moves.unshift(move);
        moves.length = Math.min(moves.length, 3);
      }
      before = now;
      last = features(view, moves);
      const forecast = last.reduce((total, value, index) => total + value * (weights[index] as number), 0);
      aim(view, 0, Math.abs(forecast) < 0.05 ? 0 : Math.round(Math.sign(forecast) * depth * 0.1));
    };
  },
});

/** Buys once and holds: earns only where the price drifts. */
const hold: Trader = {
  name: 'holds',
  instruments: 1,
  every: MINUTE,
  enter:
    ({ depth }) =>
    (view) =>
      aim(view, 0, depth * 0.5),
};

export const TRADERS: readonly Trader[] = [
  follow('follows 1 s', SECOND, 1, 0.0002),
  follow('fades 1 s', SECOND, -1, 0.0002),
  follow('follows 1 min', MINUTE, 1, 0.0005),
  follow('fades 1 min', MINUTE, -1, 0.0005),
  follow('follows 1 h', 60 * MINUTE, 1, 0.003),
  follow('fades 1 h', 60 * MINUTE, -1, 0.003),
  imbalance(1),
  imbalance(-1),
  sweep('sweeps a side, waits 15 s', 1, 15 * SECOND),
  sweep('sweeps in 8 parts, waits 1 min', 8, MINUTE),
  sweep('sweeps in 60 parts, closes at once', 60, SECOND),
  collude,
  maker(0.0002),
  maker(0.001),
  maker(0.003),
  leadLag,
  regression(SECOND),
  regression(15 * SECOND),
  hold,
];
