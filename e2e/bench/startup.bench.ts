// From an empty cache to the first screen of a remote, on an emulated 4G phone: compared with other set-ups.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { phone } from '../platform/phone.ts';
import { startShell } from './market-list/shell.ts';
import { buildOneBundle, buildUsual } from './startup/builds.ts';
import { type Served, serveFolder, serveGateway } from './startup/server.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 9);
const CPU_SLOWDOWN = 4;
/** 100 ms round trip, 4 Mbit/s down, 1 up. */
const FOUR_G = { offline: false, latency: 100, downloadThroughput: 500_000, uploadThroughput: 125_000 };
const SPOT = '/h5/#/pages/transaction/index';

type Measured = {
  /** ms from the navigation to the screen's title, and to its chart. */
  readonly screen: number;
  readonly chart: number;
  /** KiB over the wire until the chart is drawn. */
  readonly total: number;
  readonly requests: number;
};

declare global {
  interface Window {
    appeared: Record<string, number>;
  }
}

async function measure(browser: Browser, { origin }: Served): Promise<Measured> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', FOUR_G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    let bytes = 0;
    let requests = 0;
    const ours = new Set<string>();
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/^\/h5\//.test(new URL(response.url).pathname)) ours.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!ours.has(requestId)) return;
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(() => {
      window.appeared = {};
      const look = () => {
        for (const selector of ['h1', 'canvas']) {
          if (!window.appeared[selector] && document.querySelector(selector)) {
            window.appeared[selector] = performance.now();
          }
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(origin + SPOT);
    await page.waitForFunction(() => window.appeared.canvas !== undefined, undefined, { timeout: 20_000 });
    await page.waitForLoadState('networkidle');
    const { h1 = 0, canvas = 0 } = await page.evaluate(() => window.appeared);
    return { screen: h1, chart: canvas, total: bytes / 1024, requests };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

const withoutManifest = (html: string): string =>
  html
    .replace(/<script type="application\/json" id="tessera-manifest">.*?<\/script>/s, '')
    .replace(/<script>\(function preloadRoute.*?<\/script>/s, '');

const folder = mkdtempSync(join(tmpdir(), 'tessera-startup-'));
const shell = await startShell();
const serving: Served[] = [];
const serve = async (served: Promise<Served>): Promise<Served> => {
  serving.push(await served);
  return served;
};
let browser: Browser | undefined;
try {
  const gateway = new URL(shell.url).origin;
  const setUps: Record<string, Served> = {
    'signed manifest inlined, route preloaded': await serve(serveGateway(gateway)),
    'manifest and entry in turn': await serve(serveGateway(gateway, withoutManifest)),
    'usual federation': await serve(serveFolder(await buildUsual(folder))),
    'one bundle': await serve(serveFolder(await buildOneBundle(folder))),
  };
  const open = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  browser = open;
  const results = new Map<string, Measured[]>(Object.keys(setUps).map((name) => [name, []]));
  // The first round warms the machine and does not count; rounds alternate, so that a slow minute affects all equally.
  for (let round = 0; round <= RUNS; round += 1) {
    for (const [name, served] of Object.entries(setUps)) {
      const measured = await measure(open, served);
      if (round > 0) results.get(name)?.push(measured);
    }
  }
  console.log(
    `Spot page, cold cache, ${FOUR_G.latency} ms, ${(FOUR_G.downloadThroughput * 8) / 1e6} Mbit/s, CPU ÷ ${CPU_SLOWDOWN}, ` +
      `medians of ${RUNS} runs. Times in ms, sizes in KiB over the wire.\n`,
  );
  const of = (name: string, field: keyof Measured) => median((results.get(name) ?? []).map((each) => each[field]));
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(42) : String(cell).padStart(10))).join('');
  console.log(row(['', 'screen', 'chart', 'KiB', 'requests']));
  for (const name of results.keys()) {
    const [screen, chart, total] = [of(name, 'screen'), of(name, 'chart'), of(name, 'total')];
    console.log(row([name, screen.toFixed(0), chart.toFixed(0), total.toFixed(1), of(name, 'requests')]));
  }
  const [ours = '', inTurn = '', usual = '', bundle = ''] = Object.keys(setUps);
  const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
  console.log(
    `\nFirst remote screen against manifest and entry in turn: ${percent(of(ours, 'screen') / of(inTurn, 'screen'))}`,
  );
  console.log(
    `First remote screen against the usual federation:       ${percent(of(ours, 'screen') / of(usual, 'screen'))}`,
  );
  console.log(
    `First remote screen against one bundle:                 ${percent(of(ours, 'screen') / of(bundle, 'screen'))}`,
  );
  console.log(
    `Bytes against one bundle:                               ${percent(of(ours, 'total') / of(bundle, 'total'))}`,
  );
} finally {
  await browser?.close();
  for (const served of serving) await served.stop();
  await shell.stop();
  rmSync(folder, { recursive: true, force: true });
}
