// The browse page of the NFT market on a phone: largest contentful paint from an empty cache under the 4G of Lighthouse
// mobile, layout shifts, and frames while it is scrolled with a CPU four times slower.
import { loadavg } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { phone } from '../platform/phone.ts';
import { type FrameReport, recordFrames, reportOf } from './market-list/frames.ts';
import { startShell } from './market-list/shell.ts';
import { respondToBrowsing } from './nft-browse/works.ts';
import { type Served, serveGateway } from './startup/server.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const CPU_SLOWDOWN = Number(process.env.BENCH_CPU ?? 4);
/** Lighthouse mobile: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SCREEN = '/h5/#/pages/nft/nft';
const SCROLLED_MS = 6_000;
/** CSS px a second. */
const SCROLL_SPEED = 800;
const TARGETS = { lcp: 2_500, shift: 0.02, rate: 60 } as const;

type Painted = {
  /** ms from the navigation. */
  readonly lcp: number;
  readonly shift: number;
  /** What was painted: the end of the picture's address, or the element's name. */
  readonly what: string;
  /** ms at which the list was asked for and there, and the picture that counts was asked for and there. */
  readonly steps: readonly [number, number, number, number];
  /** KiB over the wire until then, of pictures and in all. */
  readonly pictures: number;
  readonly total: number;
};

declare global {
  interface Window {
    painted: { lcp: number; shift: number; what: string };
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  window.painted = { lcp: 0, shift: 0, what: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { element, url = '' } = entry as PerformanceEntry & { element?: Element; url?: string };
      window.painted.lcp = entry.startTime;
      window.painted.what = url === '' ? (element?.tagName ?? '') : url.slice(-12);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) window.painted.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page, once it is still. */
function stepsOf(): Pick<Painted, 'lcp' | 'shift' | 'what' | 'steps'> {
  const { painted } = window;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const list = entries.find(({ name }) => name.includes('getBoxList'));
  const picture = entries.find(({ name }) => name.endsWith(painted.what));
  const steps = [list?.startTime, list?.responseEnd, picture?.startTime, picture?.responseEnd];
  return { ...painted, steps: steps.map((at) => at ?? 0) as [number, number, number, number] };
}

async function measurePaint(browser: Browser, { origin }: Served): Promise<Painted> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const pictures = new Set<string>();
    const bytes = { pictures: 0, total: 0 };
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType.startsWith('image/')) pictures.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.total += encodedDataLength / 1024;
      if (pictures.has(requestId)) bytes.pictures += encodedDataLength / 1024;
    });
    await page.addInitScript(watch);
    await page.goto(origin + SCREEN);
    await page.locator('main li img').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { ...(await page.evaluate(stepsOf)), ...bytes };
  } finally {
    await context.close();
  }
}

type Scrolled = { readonly idle: FrameReport; readonly scrolling: FrameReport; readonly shift: number };

async function measureScrolling(browser: Browser, { origin }: Served): Promise<Scrolled> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
    await page.addInitScript(watch);
    await page.goto('about:blank');
    await slowDown(CPU_SLOWDOWN);
    const idle = reportOf(await page.evaluate(recordFrames, SCROLLED_MS / 2));
    await slowDown(1);
    await page.goto(origin + SCREEN);
    await page.locator('main li img').first().waitFor();
    await page.waitForLoadState('networkidle');
    await slowDown(CPU_SLOWDOWN);
    const scrolled = devtools.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 500,
      yDistance: (-SCROLL_SPEED * (SCROLLED_MS + 2_000)) / 1_000,
      speed: SCROLL_SPEED,
      gestureSourceType: 'touch',
    });
    const scrolling = reportOf(await page.evaluate(recordFrames, SCROLLED_MS));
    await scrolled;
    const { shift } = await page.evaluate(() => window.painted);
    return { idle, scrolling, shift };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

function print(name: string, values: readonly number[], digits: number, target: string): void {
  const shown = values.map((value) => value.toFixed(digits)).join(', ');
  console.log(`${name.padEnd(34)}${median(values).toFixed(digits).padStart(9)}  ${target.padEnd(12)}(${shown})`);
}

const shell = await startShell();
const served = await serveGateway(new URL(shell.url).origin, undefined, respondToBrowsing);
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
try {
  // The first of each warms the machine and does not count.
  const painted: Painted[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const measured = await measurePaint(browser, served);
    if (run > 0) painted.push(measured);
  }
  const scrolled: Scrolled[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const measured = await measureScrolling(browser, served);
    if (run > 0) scrolled.push(measured);
  }
  console.log(
    `NFT browse page, cold cache, ${SLOW_4G.latency} ms, ${(SLOW_4G.downloadThroughput * 8) / 1e6} Mbit/s, CPU ÷ ${CPU_SLOWDOWN}; ` +
      `medians of ${RUNS} runs; load of the machine ${loadavg()[0]?.toFixed(1)}.\n`,
  );
  print(
    'Largest contentful paint, ms',
    painted.map(({ lcp }) => lcp),
    0,
    `< ${TARGETS.lcp}`,
  );
  for (const [index, name] of ['List asked for', 'List there', 'Picture asked for', 'Picture there'].entries()) {
    print(
      `  ${name}, ms`,
      painted.map(({ steps }) => steps[index] ?? 0),
      0,
      '',
    );
  }
  print(
    'Layout shift, loading',
    painted.map(({ shift }) => shift),
    3,
    `< ${TARGETS.shift}`,
  );
  print(
    'KiB of pictures',
    painted.map(({ pictures }) => pictures),
    0,
    '',
  );
  print(
    'KiB in all',
    painted.map(({ total }) => total),
    0,
    '',
  );
  print(
    'Frames a second, idle page',
    scrolled.map(({ idle }) => idle.rate),
    1,
    '',
  );
  print(
    'Frames a second, scrolling',
    scrolled.map(({ scrolling }) => scrolling.rate),
    1,
    String(TARGETS.rate),
  );
  print(
    '95 % of frames within, ms',
    scrolled.map(({ scrolling }) => scrolling.p95),
    1,
    '',
  );
  print(
    'Layout shift, with scrolling',
    scrolled.map(({ shift }) => shift),
    3,
    `< ${TARGETS.shift}`,
  );
  console.log(`\nPainted last: ${painted.map(({ what }) => what).join(', ')}`);
} finally {
  await browser.close();
  await served.stop();
  await shell.stop();
}
