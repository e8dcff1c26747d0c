import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../test/fake-timing.ts';
import { BTC, ETH, EUR, EUR_FEED, liveStage, MAX_AGE, type StageSetting } from '../../../../test/live-stage.ts';
import { type LoopbackHermes, loopbackHermes } from '../../../../test/loopback-hermes.ts';
import { loopbackVenue } from '../../../../test/loopback-venue.ts';

const BTC_FEED = 'e6'.repeat(32);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Options = Partial<StageSetting> & { readonly token?: string; readonly sent?: string };

async function pyth({ token, sent = token, ...setting }: Options = {}, prepare?: (hermes: LoopbackHermes) => void) {
  const hermes = await loopbackHermes();
  closers.push(() => hermes.close());
  hermes.token = token;
  prepare?.(hermes);
  const stage = await liveStage({
    venues: [],
    symbols: [EUR],
    // As people write it.
    names: { hermes: { [EUR]: `0x${EUR_FEED.toUpperCase()}` } },
    hermes: { url: hermes.url, token: sent },
    ...setting,
  });
  closers.push(() => stage.source.close());
  const seconds = () => Math.floor(stage.now() / 1_000);
  /** A price of EUR/USD in hundred-thousandths. */
  const price = (text: string, time = seconds(), more = {}) => ({ feed: EUR_FEED, price: text, time, ...more });
  return { ...stage, hermes, seconds, price };
}

const streaming = ({ hermes }: { hermes: LoopbackHermes }) => until(() => hermes.streams() === 1, 'the stream');

describe('prices of Pyth', () => {
  it('are integers with an exponent, their confidence is half of a spread, their time whole seconds', async () => {
    const stage = await pyth({ token: 'secret' });
    const { hermes, becomes, source, price, seconds } = stage;
    await streaming(stage);
    hermes.send(price('116420', seconds(), { conf: '29' }));
    await becomes(1.1642);
    expect(source.price(EUR)).toMatchObject({ mid: 116_420, at: seconds() * 1_000 });
    expect(source.price(EUR)?.spread).toBeCloseTo(58 / 116_420, 12);
    expect(source.sourceOf(EUR)).toBe('pyth');
    expect(source.prints(EUR)).toEqual([]);
    hermes.send(price('11642500000', seconds(), { expo: -10 }));
    await becomes(1.16425);
    const [{ path, authorization } = { path: '', authorization: '' }] = hermes.requests;
    expect(authorization).toBe('Bearer secret');
    expect(decodeURIComponent(path)).toBe(`/v2/updates/price/stream?ids[]=${EUR_FEED}&parsed=true`);
  });

  it('are too old as others are', async () => {
    const stage = await pyth();
    const { hermes, becomes, step, price, seconds, timing } = stage;
    await streaming(stage);
    hermes.send(price('116420', seconds() - 6));
    hermes.send(price('116000', seconds() - 7));
    await until(() => stage.source.missed?.(EUR, 0) !== null, 'the message');
    expect(step()).toBeNull();
    hermes.send(price('116430'));
    await becomes(1.1643);
    hermes.send(price('110000', seconds() - 1), price('116440'));
    await becomes(1.1644);
    await timing.pass(MAX_AGE + 1);
    expect(step()).toBeNull();
  });

  it('that are none leave the last one as it is', async () => {
    const stage = await pyth();
    const { hermes, becomes, step, price, seconds } = stage;
    await streaming(stage);
    hermes.send(price('116420'));
    await becomes(1.1642);
    hermes.send(
      price('0'),
      price('-116000'),
      price('1e9'),
      price('116000', seconds(), { expo: -400 }),
      price('116000', seconds(), { expo: 18 }),
      price('116000', seconds(), { expo: 0.5 }),
      price('116000', seconds(), { conf: '-1' }),
      price('116000', -1),
      price('116000', 1.5),
      { ...price('116000'), feed: BTC_FEED },
      price('9'.repeat(40)),
    );
    const garbage = [
      'data:\n\n',
      'data:{\n\n',
      'data:null\n\n',
      'data:{"parsed":[null,7,{"id":{}}]}\n\n',
      ':comment\n\n',
      'x\n',
    ];
    for (const text of garbage) hermes.raw(text);
    hermes.raw(`data:${'['.repeat(50_000)}\n\n`);
    // One thousandth more shows that all of this has been read.
    hermes.send(price('116421'));
    await becomes(1.16421);
    expect(step()).not.toBeNull();
    expect(stage.source.missed?.(EUR, 0)).toEqual({ low: 116_420, high: 116_421 });
  });

  it('are one of the two sources that a coin needs', async () => {
    const binance = await loopbackVenue('binance', BTC, ETH);
    closers.push(() => binance.close());
    const names = { hermes: { [BTC]: BTC_FEED, [ETH]: EUR_FEED } };
    const stage = await pyth({ venues: [binance], symbols: [BTC, ETH], names });
    const { hermes, becomes, seconds, source, step } = stage;
    await streaming(stage);
    hermes.send({ feed: BTC_FEED, price: '5000000', expo: -2, time: seconds() });
    hermes.send({ feed: EUR_FEED, price: '300000', expo: -2, time: seconds() });
    binance.book(BTC, '50010', '50010');
    await becomes(50_005, BTC);
    expect(source.sourceOf(BTC)).toBe('binance, pyth');
    expect(step(ETH)).toBeNull();
  });
});

describe('the stream of Hermes', () => {
  it('that is cut amid an event is opened again, and half of an event is none', async () => {
    const stage = await pyth();
    const { hermes, becomes, price, step, timing, now } = stage;
    hermes.refuse = undefined;
    await streaming(stage);
    hermes.send(price('116420'));
    await becomes(1.1642);
    hermes.raw('data:{"parsed":[{"id":"');
    hermes.cut();
    await until(() => hermes.requests.length >= 2, 'a poll');
    await timing.pass(500);
    await until(() => hermes.streams() === 1, 'the next stream');
    hermes.raw(
      `${EUR_FEED}","price":{"price":"1","conf":"0","expo":-5,"publish_time":${Math.floor(now() / 1_000)}}}]}\n\n`,
    );
    hermes.send(price('116430'));
    await becomes(1.1643);
    expect(step()).toBeCloseTo(1.1643, 9);
  });

  it('in pieces of single characters is read as in one', async () => {
    const stage = await pyth();
    const { hermes, becomes, price } = stage;
    await streaming(stage);
    const text = `data:${JSON.stringify({
      parsed: [{ id: EUR_FEED, price: { price: '116420', conf: '1', expo: -5, publish_time: price('').time } }],
    })}\r\n\r\n`;
    for (const character of text) hermes.raw(character);
    await becomes(1.1642);
  });

  it('on which nothing comes is taken for dead', async () => {
    const stage = await pyth();
    const { hermes, timing } = stage;
    await streaming(stage);
    const first = hermes.requests.length;
    // Two looks: one that sees the last event, one that sees no other.
    await timing.pass(10_000);
    await timing.pass(10_000);
    await until(() => hermes.streams() === 0 && hermes.requests.length > first, 'the end of the silent stream');
  });

  it('that is down is replaced by polling until it is back', async () => {
    const stage = await pyth({}, (hermes) => {
      hermes.streamless = true;
    });
    const { hermes, becomes, price, timing } = stage;
    hermes.latest = [price('116420')];
    let turn = 0;
    const polled = async (expected: number) => {
      const before = becomes(expected);
      const passing = setInterval(() => turn++ < 200 && void timing.pass(250), 5);
      await before.finally(() => clearInterval(passing));
    };
    await polled(1.1642);
    hermes.latest = [price('116430')];
    await polled(1.1643);
    hermes.streamless = false;
    await until(() => {
      void timing.pass(100);
      return hermes.streams() === 1;
    }, 'the stream');
    hermes.send(price('116440'));
    await becomes(1.1644);
  });

  it('rests for as long as a refusal says, and a minute where it does not', async () => {
    const stage = await pyth({}, (hermes) => {
      hermes.refuse = { status: 429, retryAfter: '7' };
    });
    const { hermes, timing, warnings } = stage;
    await until(() => warnings.length === 1, 'the refusal');
    expect(warnings).toEqual([[{ reason: 'Hermes limits requests (429)' }, 'the stream of Hermes is broken']]);
    await timing.pass(6_999);
    expect(hermes.requests).toHaveLength(1);
    hermes.refuse = { status: 429 };
    await timing.pass(1);
    await until(() => hermes.requests.length === 2 && warnings.length === 2, 'the next request');
    await timing.pass(59_999);
    expect(hermes.requests).toHaveLength(2);
    hermes.refuse = undefined;
    await timing.pass(1);
    await streaming(stage);
  });

  it.each([
    ['a token that is refused', { token: 'right', sent: 'wrong' }, 'HERMES_TOKEN (401)', undefined],
    ['a feed that is unknown', {}, 'does not know a feed of FEED_MAP (404)', 404],
  ] as const)('names %s', async (_, options, message, status) => {
    const { warnings } = await pyth(options, (hermes) => {
      if (status) hermes.refuse = { status };
    });
    await until(() => warnings.length > 0, 'a warning');
    expect(JSON.stringify(warnings)).toContain(message);
    expect(JSON.stringify(warnings)).not.toContain('wrong');
  });

  it('ends for an event without end', async () => {
    const stage = await pyth();
    const { hermes, warnings } = stage;
    await streaming(stage);
    for (let piece = 0; piece < 5; piece++) hermes.raw('x'.repeat(1_000_000));
    await until(() => hermes.streams() === 0 && warnings.length > 0, 'the end');
  });
});
