import { isolatedPosition, leverOrder, leverPosition, leverTrigger } from '@tessera/api/leverage/fixtures';
import { describe, expect, test } from 'vitest';
import type { OpenRow } from '../account/use-book.ts';
import { type LineTexts, tradeLines } from './trade-lines.ts';

const texts: LineTexts = {
  entry: ({ position }) => `entry of ${position.id}`,
  liquidation: 'liquidation',
  profit: 'TP',
  loss: 'SL',
  order: ({ kind, share }) => `${kind} ${share}`,
  handle: (line) => `move ${line}`,
};

const row = (position = leverPosition(), liquidation: string | null = null): OpenRow => ({
  position,
  instrument: undefined,
  mark: '62000',
  pnl: '50',
  roe: '0.16',
  notional: '3100',
  riskRate: '7',
  threshold: '0.5',
  liquidation,
  ...{ risk: null, account: undefined, own: new Set() },
});

const drawn = (...input: Parameters<typeof tradeLines>) =>
  tradeLines(...input).map(({ id, price, handle }) => [id, price, handle ?? 'stays']);

describe('the lines of an instrument', () => {
  test('are entries, stops that can be moved, and the liquidation price that cannot', () => {
    const short = isolatedPosition({ stop_loss_price: '62300' });
    expect(drawn([row(), row(short, '62494.5')], [], texts)).toEqual([
      ['entry 21', '61000', 'stays'],
      ['profit 21', '66000', 'move TP'],
      ['entry 22', '61000', 'stays'],
      ['liquidation 22', '62494.5', 'stays'],
      ['loss 22', '62300', 'move SL'],
    ]);
  });

  test('cross positions are liquidated together: one line', () => {
    const both = [row(leverPosition(), '40000'), row(leverPosition({ id: '25', target_profit_price: null }), '40000')];
    expect(drawn(both, [], texts).filter(([id]) => String(id).startsWith('liquidation'))).toHaveLength(1);
  });

  test('a stop on a part is moved by its own trigger, one on the whole by its position', () => {
    const triggers = [
      leverTrigger(),
      leverTrigger({ id: '9', kind: 'stop_loss', share: 100, price: '60500' }),
      leverTrigger({ id: '10', kind: 'stop_loss', share: 100, price: '60400', status: 'done' }),
      leverTrigger({ id: '11', kind: 'trailing_stop', by: 'distance', value: '0.01', price: '61380' }),
    ];
    const lines = tradeLines([row(leverPosition({ triggers }))], [], texts);
    expect(lines.map(({ id, moves }) => [id, moves])).toEqual([
      ['entry 21', undefined],
      ['profit 21', { what: 'stop', field: 'target_profit_price', position: '21' }],
      ['trigger 9', { what: 'trigger', trigger: '9', kind: 'stop_loss' }],
    ]);
  });

  test('orders that wait to open stand at their limit or trigger price', () => {
    const stop = leverOrder({ id: '30', position_id: '30', kind: 'stop', price: null, stop_price: '65000', share: 5 });
    const closing = leverOrder({ id: '31', purpose: 'close' });
    expect(drawn([], [leverOrder(), stop, closing], texts)).toEqual([
      ['order 23', '58000', 'move limit 1000'],
      ['order 30', '65000', 'move stop 5'],
    ]);
  });
});
