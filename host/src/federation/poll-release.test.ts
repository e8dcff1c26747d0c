// @vitest-environment jsdom
import { bus } from '@tessera/bus/host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollRelease } from './poll-release.ts';

let tag: string;
let statuses: number[];
let reachable: boolean;
let stop: () => void;
const look = vi.fn(async () => true);

const realtime = (status: 'connecting' | 'open' | 'offline') => bus.emit('realtime', { status, since: 0 });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  look.mockClear();
  realtime('connecting');
  [tag, statuses, reachable] = ['"epoch-1-1"', [], true];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    if (!reachable) throw new TypeError('fetch failed');
    const status = new Headers(headers).get('if-none-match') === tag ? 304 : 200;
    statuses.push(status);
    return new Response(null, { status, headers: { etag: tag } });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page without a realtime connection', () => {
  it.each([0, 0.5, 0.999])('learns of a release within 30 s, whatever the jitter (%d)', async (drawn) => {
    stop = pollRelease({ look }, () => drawn);
    await pass(30_000);
    expect(look).toHaveBeenCalledTimes(1);
    tag = '"epoch-2-2"';
    await pass(30_000);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('asks by ETag: an unchanged release is sent once', async () => {
    stop = pollRelease({ look }, () => 0);
    await pass(100_000);
    expect(statuses).toEqual([200, 304, 304, 304, 304]);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('draws each pause anew, so that pages do not ask together', async () => {
    const drawn = [0, 1, 0.5];
    stop = pollRelease({ look }, () => drawn.shift() ?? 0);
    const asked: number[] = [];
    for (let second = 1; second <= 72; second += 1) {
      const before = statuses.length;
      await pass(1_000);
      if (statuses.length > before) asked.push(second);
    }
    expect(asked).toEqual([20, 48, 72]);
  });

  it('goes on after a look that failed', async () => {
    reachable = false;
    stop = pollRelease({ look }, () => 0);
    await pass(20_000);
    reachable = true;
    await pass(20_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('looks again if the manifest did not arrive', async () => {
    look.mockResolvedValueOnce(false);
    stop = pollRelease({ look }, () => 0);
    await pass(20_000);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('stops when it is told to', async () => {
    stop = pollRelease({ look }, () => 0);
    stop();
    await pass(100_000);
    expect(statuses).toEqual([]);
  });
});

describe('a page with a realtime connection', () => {
  it('looks once when it opens, for what it missed, and polls again while it is away', async () => {
    stop = pollRelease({ look }, () => 0);
    realtime('open');
    await pass(100_000);
    expect(statuses).toEqual([200]);
    tag = '"epoch-2-2"';
    realtime('offline');
    realtime('connecting');
    await pass(20_000);
    expect(look).toHaveBeenCalledTimes(2);
    tag = '"epoch-3-3"';
    realtime('open');
    await pass(0);
    expect(look).toHaveBeenCalledTimes(3);
  });
});
