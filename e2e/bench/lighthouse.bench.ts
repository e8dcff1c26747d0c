// Lighthouse on Home as a guest on a phone sees it: performance, accessibility and best practices, median of the runs.
// It is 150 MB that nothing else needs: it has a lockfile of its own and is installed with its first run.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { run } from '../../deploy/tools/launcher/src/commands.ts';
import { ROOT } from '../../deploy/tools/launcher/src/layout.ts';
import { freePort } from '../../deploy/tools/launcher/src/ports.ts';
import { startBenchPlatform } from './platform.ts';

const PACKAGES = join(import.meta.dirname, 'lighthouse');

/** What is read of its result. */
type Result = {
  readonly lhr: {
    readonly categories: Readonly<
      Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] } | undefined>
    >;
    readonly audits: Readonly<
      Record<string, { title: string; score: number | null; displayValue?: string; numericValue?: number } | undefined>
    >;
    readonly runtimeError?: { readonly message: string };
  };
};
type Lighthouse = (
  address: string,
  flags: { readonly port: number; readonly onlyCategories: readonly string[]; readonly logLevel: 'error' },
) => Promise<Result | undefined>;

async function installed(): Promise<Lighthouse> {
  const manager = join(ROOT, 'deploy/tools/launcher/package-manager.mjs');
  const options = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts'];
  const code = await run(process.execPath, [manager, '--dir', PACKAGES, 'install', ...options], { output: 'stderr' });
  if (code !== 0) throw new Error('Lighthouse could not be installed; the reason stands above.');
  const path = createRequire(join(PACKAGES, 'package.json')).resolve('lighthouse');
  return (await import(pathToFileURL(path).href)).default;
}

const lighthouse = await installed();
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
/** Of a platform that runs already. */
const given = process.env.LIGHTHOUSE_ORIGIN;
const WANTED = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof WANTED;
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

const platform = given ? null : await startBenchPlatform();
const profile = mkdtempSync(join(tmpdir(), 'tessera-lighthouse-'));
const port = await freePort();
try {
  await platform?.ready();
  const browser = await chromium.launchPersistentContext(profile, {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  const metrics = new Map<string, number[]>(METRICS.map((name) => [name, []]));
  const remarks = new Set<string>();
  let failed = 0;
  while (scores.performance.length < RUNS) {
    // Its defaults are a phone: 150 ms and 1.6 Mbit/s simulated, a processor four times slower.
    const result = await lighthouse(`${given ?? platform?.origin}/h5/`, {
      port,
      onlyCategories: Object.keys(WANTED),
      logLevel: 'error',
    });
    if (!result) throw new Error('Lighthouse returned nothing.');
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) {
      // Chromium's trace lacks its beginning now and then (NO_NAVSTART).
      failed += 1;
      if (failed > 2) throw new Error(runtimeError.message);
      continue;
    }
    for (const name of Object.keys(WANTED) as Category[]) {
      const category = categories[name];
      scores[name].push(Math.round((category?.score ?? 0) * 100));
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = audits[id];
        if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9) {
          remarks.add(`${name}: ${audit?.title} ${audit?.displayValue ?? ''}`);
        }
      }
    }
    for (const name of METRICS) metrics.get(name)?.push(audits[name]?.numericValue ?? Number.NaN);
  }
  await browser.close();
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
  console.log(`Home, ${RUNS} runs, median\n`);
  for (const [name, wanted] of Object.entries(WANTED)) {
    console.log(`${name.padEnd(26)}${String(median(scores[name as Category])).padStart(6)}   wanted ${wanted}`);
  }
  for (const [name, values] of metrics) console.log(`${name.padEnd(26)}${median(values).toFixed(2).padStart(10)}`);
  for (const remark of remarks) console.log(`  ${remark}`);
} finally {
  await platform?.stop();
  rmSync(profile, { recursive: true, force: true });
}
