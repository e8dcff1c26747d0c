import type { SymbolFrame } from '../../src/platform/market/frame.ts';
import { opposite, type Side } from '../../src/platform/market/order-book.ts';
import type { Trader, View } from './arena.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const midOf = ({ bids, asks }: SymbolFrame): number | null =>
  bids[0] && asks[0] ? (bids[0][0] + asks[0][0]) / 2 : null;
const sum = (levels: readonly (readonly [number, number])[]) => levels.reduce((total, [, lots]) => total + lots, 0);
const depthOf = (view: View, instrument = 0): number => view.terms(instrument).house.depth;

/** Brings the holding to a target by taking. */
function aim(view: View, instrument: number, target: number, account = 0): void {
  const missing = Math.round(target) - view.holding(instrument, account);
  if (missing !== 0) view.take(instrument, missing > 0 ? 'buy' : 'sell', Math.abs(missing), account);
}

/** What crossing the spread and the fee cost, there and back; a ratio. */
const roundTrip = (view: View, instrument = 0): number =>
  2 * (view.fee(instrument) + view.terms(instrument).house.halfSpread);

/** Follows (sign 1) or fades (−1) the move since its last turn where that is larger than a part of the cost. */
const follow = (name: string, every: number, sign: 1 | -1, part: number): Trader => ({
  name,
  every,
  enter: () => {
    let before: number | null = null;
    return (view) => {
      const now = midOf(view.frame(0));
      if (now !== null && before !== null) {
        const move = Math.log(now / before);
        const worth = Math.abs(move) >= part * roundTrip(view);
        aim(view, 0, worth ? Math.sign(move) * sign * depthOf(view) * 0.2 : 0);
      }
      before = now;
    };
  },
});

/** Trades with (sign 1) or against (−1) the heavier side of the book, which shows the inventory of the house. */
const imbalance = (sign: 1 | -1): Trader => ({
  name: sign === 1 ? 'trades with the heavier side' : 'trades against the heavier side',
  every: 20 * SECOND,
  enter: () => (view) => {
    const { bids, asks } = view.frame(0);
    const lean = (sum(bids) - sum(asks)) / Math.max(1, sum(bids) + sum(asks));
    aim(view, 0, Math.abs(lean) < 0.1 ? 0 : Math.sign(lean) * sign * depthOf(view) * 0.3);
  },
});

/** The frame shows the index: how far the quotes lean is public. Buys what leans down, closes when it leans up. */
const fadeLean: Trader = {
  name: 'trades against the lean that the index shows',
  every: 10 * SECOND,
  enter: () => (view) => {
    const frame = view.frame(0);
    const now = midOf(frame);
    if (now === null || frame.index === null) return;
    const lean = now / frame.index - 1;
    const { skew } = view.terms(0).house;
    if (Math.abs(lean) > 0.5 * skew) aim(view, 0, -Math.sign(lean) * depthOf(view) * 0.3);
    else if (Math.sign(lean) === Math.sign(view.holding(0))) aim(view, 0, 0);
  },
};

/** Takes a whole side, waits until the quotes have leaned and refilled, and closes; at once or in parts. */
const sweep = (name: string, parts: number, wait: number, more: Partial<Trader> = {}): Trader => ({
  name,
  every: SECOND,
  enter: () => {
    let phase = 0;
    let since = 0;
    return (view) => {
      if (view.now - since < (phase < parts ? SECOND : wait)) return;
      since = view.now;
      if (phase < parts) view.take(0, 'buy', Math.ceil((depthOf(view) * Math.min(1, view.terms(0).house.cap)) / parts));
      else view.take(0, 'sell', view.holding(0));
      phase = phase < parts ? phase + 1 : view.holding(0) > 0 ? phase : 0;
    };
  },
  ...more,
});

/** Many accounts take at the same moment, whatever stands there, and close together a minute later. */
const parallel: Trader = {
  name: 'takes with 15 accounts at once and closes after 1 min',
  every: MINUTE,
  enter: () => {
    let holds = false;
    return (view) => {
      for (let account = 0; account < 15; account++) {
        if (holds) view.take(0, 'sell', view.holding(0, account), account);
        else view.take(0, 'buy', depthOf(view) * 0.2, account);
      }
      holds = !holds;
    };
  },
};

/** Takes a few lots on each turn until its position is large, then gives them back as slowly. */
const slow: Trader = {
  name: 'takes slowly, 1 % of a depth each 10 s, and gives back as slowly',
  every: 10 * SECOND,
  enter: () => {
    let side: Side = 'buy';
    return (view) => {
      view.take(0, side, Math.max(1, depthOf(view) * 0.01));
      if (Math.abs(view.holding(0)) > depthOf(view)) side = opposite(side);
    };
  },
};

/** Drives the house to one end of its inventory with one account, and takes the leaned price with another. */
const collude: Trader = {
  name: 'drives the inventory with one account and fades it with another',
  every: 20 * SECOND,
  enter: () => {
    let side: Side = 'buy';
    let steps = 0;
    return (view) => {
      const { depth, cap } = view.terms(0).house;
      const account = steps < cap * 4 ? 0 : 1;
      view.take(0, account === 0 ? side : opposite(side), Math.ceil(depth * 0.5), account);
      if (++steps > cap * 8) {
        steps = 0;
        side = opposite(side);
      }
    };
  },
};

/** At the cap the house stands on one side alone. Stays there and trades what leans, small. */
const atCap: Trader = {
  name: 'keeps the house at its cap and trades small against the lean',
  every: 10 * SECOND,
  enter: () => (view) => {
    const { depth, cap } = view.terms(0).house;
    if (view.holding(0) < cap * depth) view.take(0, 'buy', depth, 0);
    const other = view.holding(0, 1);
    if (other === 0) view.take(0, 'sell', depth * 0.05, 1);
    else view.take(0, 'buy', Math.abs(other), 1);
  },
};

/** Rests on both sides at this distance from the mid, a ratio, and renews the orders when the price has moved on. */
const maker = (distance: number, lots: number): Trader => ({
  name: `rests ${distance * 100} % away on both sides, ${lots} depths`,
  every: 20 * SECOND,
  enter: () => {
    let orders: string[] = [];
    return (view) => {
      for (const id of orders) view.cancel(0, id);
      orders = [];
      const now = midOf(view.frame(0));
      if (now === null) return;
      const size = Math.max(1, depthOf(view) * lots);
      const holding = view.holding(0);
      if (holding < depthOf(view)) orders.push(view.rest(0, 'buy', Math.floor(now * (1 - distance)), size));
      if (holding > -depthOf(view)) orders.push(view.rest(0, 'sell', Math.ceil(now * (1 + distance)), size));
    };
  },
});

/** Always first in the queue: one tick better than the house, renewed at each step. */
const ping: Trader = {
  name: 'rests one tick inside of the spread, renewed at each step',
  every: SECOND,
  enter: () => {
    let orders: string[] = [];
    return (view) => {
      for (const id of orders) view.cancel(0, id);
      orders = [];
      const { bids, asks } = view.frame(0);
      if (!bids[0] || !asks[0] || asks[0][0] - bids[0][0] < 3) return;
      const size = Math.max(1, depthOf(view) * 0.02);
      if (view.holding(0) < depthOf(view)) orders.push(view.rest(0, 'buy', bids[0][0] + 1, size));
      if (view.holding(0) > -depthOf(view)) orders.push(view.rest(0, 'sell', asks[0][0] - 1, size));
    };
  },
};

/** Shows many lots on one side behind the best price and takes on the other. */
const layer: Trader = {
  name: 'layers one side and takes the other',
  every: 20 * SECOND,
  enter: () => {
    let orders: string[] = [];
    let side: Side = 'buy';
    return (view) => {
      for (const id of orders) view.cancel(0, id);
      orders = [];
      aim(view, 0, 0);
      const { bids, asks } = view.frame(0);
      const best = side === 'buy' ? bids[0]?.[0] : asks[0]?.[0];
      if (best === undefined) return;
      for (let level = 1; level <= 5; level++) {
        const price = Math.round(best * (1 + (side === 'buy' ? -1 : 1) * 0.0005 * level));
        orders.push(view.rest(0, side, price, depthOf(view), 1));
      }
      view.take(0, opposite(side), depthOf(view) * 0.1);
      side = opposite(side);
    };
  },
};

/** Sells to itself at the best price and above: fees are all that changes. */
const wash: Trader = {
  name: 'washes between two own accounts',
  every: MINUTE,
  enter: () => (view) => {
    const { bids, asks } = view.frame(0);
    if (!bids[0] || !asks[0]) return;
    const price = Math.max(bids[0][0] + 1, asks[0][0] - 1);
    const size = Math.max(1, depthOf(view) * 0.05);
    const id = view.rest(0, 'sell', price, size, 0);
    view.take(0, 'buy', size, 1);
    view.cancel(0, id);
    aim(view, 0, 0, 0);
    aim(view, 0, 0, 1);
  },
};

/** Buys up the sell side and offers it again further away, to those who must buy. */
const corner: Trader = {
  name: 'empties a side and offers it again 1 % away',
  every: SECOND,
  enter: () => {
    let order: string | null = null;
    let bought = 0;
    return (view) => {
      if (order === null && view.holding(0) <= 0) {
        bought = view.now;
        view.take(0, 'buy', depthOf(view));
        const price = midOf(view.frame(0)) ?? view.frame(0).index;
        if (price !== null) order = view.rest(0, 'sell', Math.ceil(price * 1.01), Math.max(1, view.holding(0)));
      } else if (view.now - bought > 30 * SECOND) {
        if (order !== null) view.cancel(0, order);
        order = null;
        aim(view, 0, 0);
      }
    };
  },
};

/** After a take-over the ladder is empty: quotes far away are then the only ones. */
const stub = (distance: number): Trader => ({
  name: `waits ${distance * 100} % away for an empty ladder after a take-over`,
  every: 10 * SECOND,
  scenario: { takeOvers: 10 * MINUTE },
  enter: () => {
    let orders: string[] = [];
    return (view) => {
      for (const id of orders) view.cancel(0, id);
      const { index } = view.frame(0);
      orders = [];
      if (index === null) return;
      const size = Math.max(1, depthOf(view) * 0.1);
      orders.push(
        view.rest(0, 'buy', Math.floor(index * (1 - distance)), size),
        view.rest(0, 'sell', Math.ceil(index * (1 + distance)), size),
      );
      if (Math.abs(view.holding(0)) > 0) aim(view, 0, view.holding(0) * 0.5);
    };
  },
});

/** Holds positions over halts and trades at once when the market reopens, with (1) or against (−1) the move. */
const reopen = (sign: 1 | -1): Trader => ({
  name: sign === 1 ? 'follows the move at the reopening' : 'fades the move at the reopening',
  every: SECOND,
  scenario: { jump: 0.001 },
  enter: () => {
    let halted: number | null = null;
    let opened = 0;
    let target = 0;
    return (view) => {
      const { halt, index } = view.frame(0);
      if (index === null) return;
      if (halt !== null) {
        halted ??= index;
        return;
      }
      if (halted !== null) {
        target = Math.sign(index - halted) * sign * depthOf(view) * 0.3;
        halted = null;
        opened = view.now;
      }
      // The ladder is empty at first: tries again until it has what it wants.
      aim(view, 0, view.now - opened > 2 * MINUTE ? 0 : target);
    };
  },
});

/** Pushes the price over its band, so that the market halts, and trades when it reopens. */
const halter: Trader = {
  name: 'sweeps to halt the market and closes at the reopening',
  every: SECOND,
  scenario: { jump: 0.001 },
  enter: () => {
    let since = 0;
    return (view) => {
      if (view.frame(0).halt !== null) return;
      if (view.holding(0) !== 0) aim(view, 0, 0);
      else if (view.now - since > 2 * MINUTE) {
        since = view.now;
        view.take(0, 'buy', depthOf(view));
      }
    };
  },
};

/** Buys in the last minute before the close and sells after the opening, or the other way round. */
const overnight = (side: Side): Trader => ({
  name: `${side === 'buy' ? 'buys' : 'sells'} before the close and turns after the opening`,
  symbols: ['AAPL'],
  every: 10 * SECOND,
  enter: () => (view) => {
    const { open } = view.frame(0);
    if (!open) return;
    // 15:59 in New York in October: 19:59 UTC.
    const minute = Math.floor(view.now / MINUTE) % 1_440;
    aim(view, 0, minute >= 19 * 60 + 58 ? (side === 'buy' ? 1 : -1) * depthOf(view) * 0.5 : 0);
  },
});

/** Trades the second instrument after the first has moved. */
const leadLag = (name: string, symbols: readonly [string, string]): Trader => ({
  name,
  symbols,
  every: SECOND,
  enter: () => {
    let before: number | null = null;
    return (view) => {
      const now = view.frame(0).index;
      if (now !== null && before !== null) {
        const move = Math.log(now / before);
        if (Math.abs(move) > 0.000_2) aim(view, 1, Math.sign(move) * depthOf(view, 1) * 0.2);
        else if (view.now % MINUTE < SECOND) aim(view, 1, 0);
      }
      before = now;
    };
  },
});

/** Bets on the contract returning to its coin. */
const basis: Trader = {
  name: 'trades the contract back to its coin',
  symbols: ['BTC/USDT', 'BTC/USDT-PERP'],
  every: 30 * SECOND,
  enter: () => {
    let usual: number | null = null;
    return (view) => {
      const coin = view.frame(0).index;
      const contract = view.frame(1).index;
      if (coin === null || contract === null) return;
      const now = (contract * Number(view.terms(1).tick)) / (coin * Number(view.terms(0).tick)) - 1;
      usual = usual === null ? now : usual + (now - usual) * 0.01;
      const away = now - usual;
      const size = Math.min(depthOf(view, 0) * Number(view.terms(0).lot), depthOf(view, 1) * Number(view.terms(1).lot));
      if (Math.abs(away) > 0.000_02) {
        aim(view, 1, (-Math.sign(away) * 0.2 * size) / Number(view.terms(1).lot));
        aim(view, 0, (Math.sign(away) * 0.2 * size) / Number(view.terms(0).lot));
      }
    };
  },
};

/** Goes around three instruments where their prices do not fit by more than it costs. */
const circle: Trader = {
  name: 'goes around ETH/BTC, ETH/USDT and BTC/USDT',
  symbols: ['ETH/BTC', 'ETH/USDT', 'BTC/USDT'],
  every: 10 * SECOND,
  enter: () => (view) => {
    const price = (instrument: number, side: 'bids' | 'asks'): number =>
      (view.frame(instrument)[side][0]?.[0] ?? Number.NaN) * Number(view.terms(instrument).tick);
    const lots = (instrument: number, amount: number): number => amount / Number(view.terms(instrument).lot);
    const cost = view.fee(0) + view.fee(1) + view.fee(2);
    const forwards = (price(1, 'bids') / (price(0, 'asks') * price(2, 'asks'))) * (1 - cost) - 1;
    const backwards = ((price(0, 'bids') * price(2, 'bids')) / price(1, 'asks')) * (1 - cost) - 1;
    const amount = 0.05 * depthOf(view, 0) * Number(view.terms(0).lot);
    if (forwards > 0) {
      const ether = view.take(0, 'buy', lots(0, amount)) * Number(view.terms(0).lot);
      view.take(1, 'sell', lots(1, ether));
      view.take(2, 'buy', lots(2, ether * price(0, 'asks')));
    } else if (backwards > 0) {
      const ether = view.take(1, 'buy', lots(1, amount)) * Number(view.terms(1).lot);
      view.take(0, 'sell', lots(0, ether));
      view.take(2, 'sell', lots(2, ether * price(0, 'bids')));
    }
  },
};

/** Sweeps a coin while it holds another that moves with it, and closes both. */
const pumpAcross: Trader = {
  name: 'holds one coin, sweeps another, closes both',
  symbols: ['SOL/USDT', 'ETH/USDT'],
  every: 20 * SECOND,
  enter: () => {
    let phase = 0;
    return (view) => {
      if (phase === 0) aim(view, 1, depthOf(view, 1) * 0.3);
      else if (phase < 4) view.take(0, 'buy', depthOf(view, 0) * 0.5);
      else {
        aim(view, 1, 0);
        aim(view, 0, 0);
      }
      phase = (phase + 1) % 8;
    };
  },
};

/** Uses up what the house may hold in all by one coin, so that it stops quoting another; trades that one's lean. */
const exhaust: Trader = {
  name: 'uses up the overall cap by one coin and trades another',
  symbols: ['SOL/USDT', 'ETH/USDT'],
  every: 20 * SECOND,
  scenario: { overallCap: 2 },
  enter: () => {
    let turns = 0;
    return (view) => {
      turns++;
      if (turns % 10 < 5) view.take(1, 'buy', depthOf(view, 1), 1);
      else if (turns % 10 === 5) aim(view, 0, depthOf(view) * 0.3);
      else if (turns % 10 === 8) {
        aim(view, 1, 0, 1);
        aim(view, 0, 0);
      }
    };
  },
};

/** Trades what followed on the same time of an earlier day or hour. */
const replay = (name: string, after: number): Trader => ({
  name,
  every: 10 * SECOND,
  enter: () => {
    const history = new Map<number, number>();
    return (view) => {
      const { index } = view.frame(0);
      if (index === null) return;
      history.set(view.now, index);
      const then = history.get(view.now - after);
      const next = history.get(view.now - after + MINUTE);
      history.delete(view.now - after - HOUR);
      if (then === undefined || next === undefined) return;
      const forecast = Math.log(next / then);
      aim(view, 0, Math.abs(forecast) > 0.5 * roundTrip(view) ? Math.sign(forecast) * depthOf(view) * 0.1 : 0);
    };
  },
});

/** Features of what is public, by which a regression tries to foretell the next move. */
const FEATURES = 10;
function features(view: View, previous: readonly number[]): number[] {
  const { bids, asks, tick, prints } = view.frame(0);
  const bid = bids[0]?.[0] ?? 0;
  const ask = asks[0]?.[0] ?? 0;
  const bought = prints.reduce((total, { side, lots }) => total + (side === 'buy' ? lots : -lots), 0);
  return [
    previous[0] ?? 0,
    previous[1] ?? 0,
    previous[2] ?? 0,
    (sum(bids) - sum(asks)) / Math.max(1, sum(bids) + sum(asks)),
    ((bids[0]?.[1] ?? 0) - (asks[0]?.[1] ?? 0)) / Math.max(1, (bids[0]?.[1] ?? 0) + (asks[0]?.[1] ?? 0)),
    // The tape.
    bought / depthOf(view),
    prints.length / 10,
    // Last digits: what is left of a generator's state, if the price shows any.
    (((bid * 7 + ask * 13) % 101) - 50) / 50,
    ((tick % 17) - 8) / 8,
    1,
  ];
}

/** Learns by recursive least squares to foretell the move of the next turn, and trades its forecast. */
const regression = (every: number, part: number): Trader => ({
  name: `learns from books, tape and moves, each ${every / SECOND} s`,
  every,
  enter: () => {
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
      const now = midOf(view.frame(0));
      if (now === null) return;
      if (before !== null) {
        const move = Math.log(now / before) * 1_000;
        if (last) learn(last, move);
        moves.unshift(move);
        moves.length = Math.min(moves.length, 3);
      }
      before = now;
      last = features(view, moves);
      const forecast = last.reduce((total, value, index) => total + value * (weights[index] as number), 0) / 1_000;
      aim(view, 0, Math.abs(forecast) < part * roundTrip(view) ? 0 : Math.sign(forecast) * depthOf(view) * 0.1);
    };
  },
});

/** Buys once and holds: earns only where the price drifts. */
const hold: Trader = {
  name: 'holds',
  every: MINUTE,
  enter: () => (view) => aim(view, 0, depthOf(view) * 0.5),
};

/** Traders of one instrument, whichever it is. */
export const ALONE: readonly Trader[] = [
  follow('follows 1 s', SECOND, 1, 0.2),
  follow('fades 1 s', SECOND, -1, 0.2),
  follow('follows 1 min', MINUTE, 1, 0.5),
  follow('fades 1 min', MINUTE, -1, 0.5),
  follow('follows 1 h', HOUR, 1, 2),
  follow('fades 1 h', HOUR, -1, 2),
  imbalance(1),
  imbalance(-1),
  fadeLean,
  sweep('sweeps a side, waits 15 s', 1, 15 * SECOND),
  sweep('sweeps in 8 parts, waits 1 min', 8, MINUTE),
  sweep('sweeps in 60 parts, closes at once', 60, SECOND),
  sweep('sweeps a side after take-overs', 1, 15 * SECOND, { scenario: { takeOvers: 10 * MINUTE } }),
  parallel,
  slow,
  collude,
  atCap,
  maker(0.000_2, 0.05),
  maker(0.001, 0.05),
  maker(0.003, 0.05),
  maker(0.001, 1),
  ping,
  layer,
  wash,
  corner,
  stub(0.003),
  stub(0.02),
  reopen(1),
  reopen(-1),
  halter,
  replay('trades what followed an hour before', HOUR),
  replay('trades what followed a day before', 24 * HOUR),
  regression(SECOND, 0.1),
  regression(15 * SECOND, 0.1),
  hold,
];

/** Traders of several instruments, or of a certain one. */
export const ACROSS: readonly Trader[] = [
  leadLag('trades ETH after BTC has moved', ['BTC/USDT', 'ETH/USDT']),
  leadLag('trades the contract after its coin has moved', ['BTC/USDT', 'BTC/USDT-PERP']),
  leadLag('trades gold futures after gold has moved', ['XAU/USD', 'GC']),
  basis,
  circle,
  pumpAcross,
  exhaust,
  overnight('buy'),
  overnight('sell'),
];
