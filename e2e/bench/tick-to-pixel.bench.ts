// From the feed's stamp to the painted price: the platform as it starts, one open spot page in Chromium.
import { chromium } from '@playwright/test';
import { phone } from '../platform/phone.ts';
import { startBenchPlatform } from './platform.ts';

const MEASURED_MS = Number(process.env.BENCH_MS ?? 30_000);
const SYMBOL = 'BTC/USDT';
const PRICE = '[class*="-lastPrice-"]';
const TARGET = { p50: 50, p95: 100 };

type Seen = {
  /** Unix ms of the newest quote of the symbol. */
  at: number;
  /** ms from the stamp to the message in the page, and to the frame that shows its price. */
  readonly arrived: number[];
  readonly painted: number[];
};

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs before the page's scripts: reads each quote as it arrives. */
function watchQuotes(symbol: string): void {
  window.seen = { at: 0, arrived: [], painted: [] };
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...args: ConstructorParameters<typeof Native>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        let at = 0;
        // Rows of quotes, alone or in the frame of a moment: symbol first, the stamp tenth.
        JSON.parse(String(data), (_key, value) => {
          if (Array.isArray(value) && value[0] === symbol && value.length > 10) at = Number(value[9]);
          return value;
        });
        if (at <= window.seen.at) return;
        window.seen.at = at;
        window.seen.arrived.push(Date.now() - at);
      });
    }
  };
}

/** Runs in the page: a change of the price's text is on the screen once the frame after it is. */
function watchPrice(selector: string): void {
  const price = document.querySelector(selector);
  if (!price) throw new Error(`${selector} is not on the screen.`);
  const channel = new MessageChannel();
  let shown = 0;
  /** Stamp that was counted last: the mark of a change goes later, and changes no price. */
  let counted = 0;
  channel.port1.onmessage = () => {
    if (shown > counted) window.seen.painted.push(Date.now() - shown);
    counted = Math.max(counted, shown);
  };
  new MutationObserver(() => {
    const { at } = window.seen;
    requestAnimationFrame(() => {
      shown = at;
      // After the frame was painted.
      channel.port2.postMessage(null);
    });
  }).observe(price, { childList: true, characterData: true, subtree: true });
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

const platform = await startBenchPlatform();
let failed = false;
try {
  await platform.ready();
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(watchQuotes, SYMBOL);
    await page.goto(`${platform.origin}/h5/#/pages/transaction/index`);
    await page.locator('canvas').first().waitFor();
    await page.locator(PRICE).first().waitFor();
    await page.evaluate(watchPrice, PRICE);
    await page.evaluate(() => {
      window.seen.arrived.length = 0;
    });
    await page.waitForTimeout(MEASURED_MS);
    const { arrived, painted } = await page.evaluate(() => window.seen);
    console.log(`${SYMBOL}, ${MEASURED_MS / 1000} s, chart and book shown. ms from the feed's stamp.\n`);
    const row = (name: string, values: readonly number[]) =>
      console.log(
        `${name.padEnd(26)}${[values.length, quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)]
          .map((value) => String(value).padStart(9))
          .join('')}`,
      );
    console.log(`${''.padEnd(26)}${['changes', 'p50', 'p95', 'max'].map((name) => name.padStart(9)).join('')}`);
    row('in the page', arrived);
    row('painted', painted);
    failed = painted.length === 0 || quantile(painted, 0.5) >= TARGET.p50 || quantile(painted, 0.95) >= TARGET.p95;
    console.log(`\nTarget: p50 below ${TARGET.p50}, p95 below ${TARGET.p95}: ${failed ? 'MISSED' : 'met'}.`);
  } finally {
    await browser.close();
  }
} finally {
  await platform.stop();
}
process.exit(failed ? 1 : 0);
