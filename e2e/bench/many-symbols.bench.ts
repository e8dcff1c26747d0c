// The spot page of a phone whose CPU is four times slower, with 300 symbols ticking five times a second and chart, book
// and the list of pairs mounted: interactions (INP), frames, and the heap over an hour of ticks, sent faster.
import { loadavg } from 'node:os';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { phone } from '../platform/phone.ts';
import { type Exchange, serveExchange } from './many-symbols/exchange.ts';
import { type HeapPoint, heapAt, slopeOf } from './many-symbols/heap.ts';
import { watchInteractions, worstOf } from './many-symbols/interactions.ts';
import { createFeed } from './market-list/feed.ts';
import { FRAME_MS, recordFrames } from './market-list/frames.ts';
import { TICKS_A_SECOND } from './market-list/shapes.ts';
import { startShell } from './market-list/shell.ts';

const SYMBOLS = 300;
const CPU_SLOWDOWN = Number(process.env.BENCH_CPU ?? 4);
const FRAMES_MS = 8_000;
/** CSS px a second: a steady thumb. */
const SCROLL_SPEED = 800;
const HEAP_MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const MEASURED_EVERY = 10;
/** Ticks that are sent before the page is waited for. */
const BATCH = 15;
const TARGETS = { inp: 200, within: 0.99, heapKib: 1024 } as const;

const feed = createFeed(20_261_120, SYMBOLS);
const pair = (at: number) => feed.instruments[at]?.symbol ?? '';

const heading = (page: Page, symbol: string) => page.getByRole('button', { name: `Choose a pair, now ${symbol}` });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Pairs' });
const bids = (page: Page) => page.getByRole('list', { name: 'Bids', exact: true }).getByRole('listitem');

/** What a trader does on the page, each alone: the longest interaction of it in ms. */
async function measureInteractions(page: Page, devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const took = new Map<string, number>();
  const measure = async (name: string, act: () => Promise<unknown>) => took.set(name, await worstOf(page, act));
  const drag = (x: number, y: number, xDistance: number, yDistance: number) =>
    devtools.send('Input.synthesizeScrollGesture', {
      ...{ x, y, xDistance, yDistance, speed: SCROLL_SPEED, gestureSourceType: 'touch' },
    });
  const canvas = await page.locator('canvas').first().boundingBox();
  await measure('chart is dragged', () => drag(120, (canvas?.y ?? 0) + 60, 200, 0));
  await measure('another interval', () => page.getByRole('tab', { name: '1h', exact: true }).tap());
  await measure('a level of the book', () => bids(page).nth(2).getByRole('button').tap());
  await measure('an amount is typed', async () => {
    await page
      .getByLabel(/^Amount/)
      .first()
      .tap();
    await page.keyboard.type('12', { delay: 80 });
  });
  await measure('the tape', () => page.getByRole('tab', { name: 'Market trades' }).tap());
  await measure('the page is scrolled', () => drag(195, 700, 0, -300));
  await drag(195, 300, 0, 600);
  await measure('the list of pairs opens', async () => {
    await heading(page, pair(0)).tap();
    await sheet(page).getByRole('listitem').nth(5).waitFor();
  });
  await measure('the list is scrolled', () => drag(195, 600, 0, -2_000));
  await measure('a favorite', () =>
    sheet(page)
      .getByRole('button', { name: /favorites$/ })
      .nth(8)
      .tap(),
  );
  await measure('a pair is searched', async () => {
    await sheet(page).getByRole('searchbox').tap();
    await page.keyboard.type(pair(7).slice(0, 3), { delay: 80 });
  });
  await measure('a pair is chosen', async () => {
    await sheet(page)
      .locator('button', { hasText: pair(7).split('/')[0] as string })
      .last()
      .tap();
    await heading(page, pair(7)).waitFor();
  });
  return took;
}

const share = (values: readonly number[], wanted: (value: number) => boolean) =>
  values.filter(wanted).length / values.length;

type Smoothness = {
  /** Frames a second. */
  readonly rate: number;
  /** Share of the frames that were in time. */
  readonly within: number;
};

/** Gaps between frames, printed with the share of those that were in time, and beside the rate of an empty page. */
async function frames(page: Page, name: string, idle?: Smoothness): Promise<Smoothness> {
  const times = await page.evaluate(recordFrames, FRAMES_MS);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  // Times are rounded, and a timer of the emulated screen is not exact to the last tenth.
  const within = share(gaps, (gap) => gap < FRAME_MS * 1.5);
  const sorted = gaps.toSorted((a, b) => a - b);
  const rate = (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0);
  const ms = (value = 0) => value.toFixed(1).padStart(8);
  console.log(
    `${name.padEnd(34)}${rate.toFixed(1).padStart(8)}${(idle?.rate ?? rate).toFixed(1).padStart(8)}` +
      `${`${(within * 100).toFixed(1)} %`.padStart(10)}` +
      `${ms(sorted[sorted.length >> 1])}${ms(sorted[Math.floor(sorted.length * 0.95)])}${ms(sorted.at(-1))}`,
  );
  return { rate, within };
}

/** An hour of ticks, thirty times as fast; what lives after a collection every ten minutes of it. */
async function hourOfTicks(page: Page, devtools: CDPSession, exchange: Exchange): Promise<readonly HeapPoint[]> {
  const points: HeapPoint[] = [];
  for (let minute = 0; minute <= HEAP_MINUTES; minute += 1) {
    if (minute % MEASURED_EVERY === 0) {
      // What the last tick changed is drawn, three symbols a frame.
      await page.waitForTimeout((SYMBOLS / 3) * FRAME_MS);
      const point = await heapAt(devtools, minute);
      points.push(point);
      console.log(
        [minute, point.kib.toFixed(0), point.nodes, point.listeners].map((each) => String(each).padStart(11)).join(''),
      );
    }
    for (let tick = 0; tick < 60 * TICKS_A_SECOND; tick += 1) {
      exchange.tick();
      // The page has taken all that was sent once it has drawn a frame after it.
      if (tick % BATCH === 0) await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
  }
  return points;
}

const shell = await startShell();
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
let missed: string[] = [];
try {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', reducedMotion: 'reduce' });
  const exchange = await serveExchange(context, feed);
  const page = await context.newPage();
  await page.addInitScript(watchInteractions);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });

  await page.goto('about:blank');
  await slowDown(CPU_SLOWDOWN);
  console.log(
    `${SYMBOLS} symbols, ${TICKS_A_SECOND} ticks a second, CPU ÷ ${CPU_SLOWDOWN}, load ${loadavg()[0]?.toFixed(1)}. Times in ms.\n`,
  );
  console.log(`${''.padEnd(34)}     fps   empty   in time  median     p95     max`);
  const idle = await frames(page, 'empty page');

  await slowDown(1);
  const stop = exchange.run();
  await page.goto(`${shell.url}#/pages/transaction/index?symbol=${encodeURIComponent(pair(0))}`);
  await page.locator('canvas').first().waitFor();
  await bids(page).nth(5).waitFor();
  await slowDown(CPU_SLOWDOWN);
  await page.waitForTimeout(3_000);
  const traded = await frames(page, 'chart and book', idle);
  await heading(page, pair(0)).tap();
  await sheet(page).getByRole('listitem').nth(5).waitFor();
  const listed = await frames(page, 'chart, book and list', idle);
  const scrolling = devtools.send('Input.synthesizeScrollGesture', {
    ...{ x: 195, y: 600, yDistance: -SCROLL_SPEED, speed: SCROLL_SPEED, repeatDelayMs: 0, gestureSourceType: 'touch' },
    repeatCount: Math.ceil(FRAMES_MS / 1000) + 2,
  });
  const scrolled = await frames(page, 'chart, book and list, scrolling', idle);
  await scrolling;
  exchange.quotes = 'heard';
  await frames(page, 'the same, quotes as they are heard', idle);
  exchange.quotes = 'all';
  await sheet(page).getByRole('button', { name: 'Close' }).tap();

  const took = await measureInteractions(page, devtools);
  const inp = Math.max(...took.values());
  console.log('\nLongest interaction of each, ms (0: below 16)');
  for (const [name, longest] of took) console.log(`${name.padEnd(34)}${longest.toFixed(0).padStart(8)}`);
  console.log(`INP ${inp.toFixed(0)} ms`);

  stop();
  await slowDown(1);
  await page.goto('about:blank');
  await page.goto(`${shell.url}#/pages/transaction/index?symbol=${encodeURIComponent(pair(0))}`);
  await bids(page)
    .nth(5)
    .waitFor({ state: 'attached' })
    .catch(() => undefined);
  exchange.tick();
  await bids(page).nth(5).waitFor();
  await heading(page, pair(0)).tap();
  await sheet(page).getByRole('listitem').nth(5).waitFor();
  console.log('\n     minute        KiB      nodes  listeners');
  const points = await hourOfTicks(page, devtools, exchange);
  // The first minutes fill caches of fixed size: formats, bars, compiled code.
  const slope = points.length > 2 ? slopeOf(points.slice(1)) : 0;
  console.log(`After the first ten minutes the heap grows by ${slope.toFixed(0)} KiB an hour.`);

  missed = [
    ...(inp >= TARGETS.inp ? [`INP below ${TARGETS.inp} ms`] : []),
    ...(Math.min(traded.within, listed.within, scrolled.within) < Math.min(TARGETS.within, idle.within - 0.01)
      ? ['60 frames a second']
      : []),
    ...(slope > TARGETS.heapKib ? [`at most ${TARGETS.heapKib} KiB an hour`] : []),
  ];
  console.log(`\nTargets: ${missed.length === 0 ? 'met' : `MISSED: ${missed.join(', ')}`}.`);
} finally {
  await browser.close();
  await shell.stop();
}
process.exit(missed.length === 0 ? 0 : 1);
