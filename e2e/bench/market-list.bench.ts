// Frames of the market list on a phone whose CPU is four times slower, with 200 instruments ticking five times a second.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { phone } from '../platform/phone.ts';
import { createFeed } from './market-list/feed.ts';
import { type FrameReport, recordFrames, reportOf } from './market-list/frames.ts';
import { serveMarket } from './market-list/market-server.ts';
import { startShell } from './market-list/shell.ts';

const CPU_SLOWDOWN = 4;
const MEASURED_MS = 10_000;
/** CSS px a second: a steady thumb. */
const SCROLL_SPEED = 800;

async function measure(page: Page): Promise<FrameReport> {
  return reportOf(await page.evaluate(recordFrames, MEASURED_MS));
}

/** Scrolls down and up again for as long as is measured. */
async function measureScrolling(page: Page, devtools: CDPSession): Promise<FrameReport> {
  const strokes = Math.ceil(MEASURED_MS / 2000) + 1;
  const scrolling = devtools.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 500,
    yDistance: -SCROLL_SPEED,
    speed: SCROLL_SPEED,
    repeatCount: strokes * 2,
    repeatDelayMs: 0,
    gestureSourceType: 'touch',
  });
  const report = await measure(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await scrolling;
  return report;
}

const ms = (value: number) => value.toFixed(1).padStart(8);

function print(name: string, report: FrameReport, idle: FrameReport): void {
  const ratio = (report.p95 / idle.p95).toFixed(2);
  console.log(
    `${name.padEnd(26)}${report.rate.toFixed(1).padStart(8)}${ms(report.median)}${ms(report.p95)}${ms(report.max)}` +
      `${String(report.dropped).padStart(9)}${ratio.padStart(10)}`,
  );
}

const shell = await startShell();
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
});
try {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  await serveMarket(context, createFeed());
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const slowDown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });

  await page.goto('about:blank');
  await slowDown(CPU_SLOWDOWN);
  const idle = await measure(page);

  await slowDown(1);
  await page.goto(`${shell.url}#/pages/market/market`);
  await page.getByRole('listitem').nth(5).waitFor();
  const rows = await page.getByRole('listitem').count();
  await slowDown(CPU_SLOWDOWN);
  const ticking = await measure(page);
  const scrolling = await measureScrolling(page, devtools);

  console.log(`200 instruments, 5 ticks a second, CPU ÷ ${CPU_SLOWDOWN}, ${rows} rows in the page. Times in ms.\n`);
  console.log(`${''.padEnd(26)}     fps  median     p95     max  dropped  p95/idle`);
  print('idle page', idle, idle);
  print('market list', ticking, idle);
  print('market list, scrolling', scrolling, idle);
} finally {
  await browser.close();
  await shell.stop();
}
