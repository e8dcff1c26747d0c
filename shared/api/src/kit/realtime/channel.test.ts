import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intervals } from '../rules/vocabulary.ts';
import { type ChannelParts, channelOf, channelParts } from './channel.ts';
import { parseClientFrame, realtimeLimits } from './frames.ts';

const symbol = fc.constantFrom('BTC/USDT', 'BTC/USDT-PERP', 'AAPL', 'EUR/USD', 'XAU/USD', 'CL');
const parts: fc.Arbitrary<ChannelParts> = fc.oneof(
  fc.record({ kind: fc.constantFrom('quote', 'depth', 'trades'), symbol }),
  fc.record({ kind: fc.constant('kline'), symbol, interval: fc.constantFrom(...intervals) }),
  fc.record({ kind: fc.constant('book'), symbol, step: fc.constantFrom('0.01', '0.5', '1', '200') }),
  fc.record({ kind: fc.constantFrom('chat', 'quiz', 'site'), name: fc.constantFrom('en', 'btc-usdt') }),
  fc.record({ kind: fc.constant('nft'), name: fc.constantFrom('AURORA-01', 'SPARK_BOX-7') }),
);

describe('a channel name', () => {
  test('parses to the parts it was made of', () => {
    fc.assert(
      fc.property(parts, (each) => {
        expect(channelParts(channelOf(each))).toEqual(each);
      }),
    );
  });

  test.each([
    '',
    'quote',
    'quote:',
    'kline:BTC/USDT',
    'kline:BTC/USDT:2m',
    'account',
    'depth:a:b',
    'book:a',
    'book:a:-1',
    'book:a:1e3',
    'book:a:00.5',
    'book:a:0.50',
    'book:a:1.0',
    'book:a:01',
    '__proto__:x',
    'chat:',
    'chat:EN',
    'chat:a:b',
    'nft:abc',
    'nft:AURORA/01',
  ])('%j is none', (name) => expect(channelParts(name)).toBeNull());
});

describe('a client frame', () => {
  test('is read when it follows the protocol', () => {
    const frame = { op: 'subscribe', channels: ['quote:BTC/USDT', 'kline:BTC/USDT:1m'] };
    expect(parseClientFrame(JSON.stringify(frame))).toEqual(frame);
    expect(parseClientFrame('{"op":"ping","t":1}')).toEqual({ op: 'ping', t: 1 });
  });

  test.each(['', '{', 'null', '[]', '{"op":"subscribe","channels":"quote:BTC/USDT"}', '{"op":"auth","token":""}'])(
    '%j is rejected',
    (data) => expect(parseClientFrame(data)).toBeNull(),
  );

  test('is rejected above the limits', () => {
    const channels = Array.from({ length: realtimeLimits.channelsPerFrame + 1 }, () => 'quote:CL');
    expect(parseClientFrame(JSON.stringify({ op: 'subscribe', channels }))).toBeNull();
    expect(parseClientFrame(JSON.stringify({ op: 'auth', token: 'x'.repeat(40_000) }))).toBeNull();
  });

  test('never throws for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (data) => {
        expect(() => parseClientFrame(data)).not.toThrow();
      }),
    );
  });
});
