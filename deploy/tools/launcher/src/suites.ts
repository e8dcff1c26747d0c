import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, NO_BROWSER, PLAYWRIGHT } from './browser.ts';
import { rootBinary, run } from './commands.ts';
import { type Counts, playwrightCounts, vitestCounts } from './counts.ts';

const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Runs a program that writes a JSON report; one that writes none, or says more than its report, has failed. */
async function runReported(
  execute: (report: string) => Promise<number>,
  read: (report: never) => Counts,
): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-report-'));
  const path = join(folder, 'report.json');
  try {
    const code = await execute(path);
    const counts = read(JSON.parse(await readFile(path, 'utf8')) as never);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch (error) {
    console.error(`The suite left no report: ${error instanceof Error ? error.message : error}`);
    return FAILED;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One project of the root's vitest configuration. */
export const runVitest = (project: string): Promise<Counts> =>
  runReported(
    (report) =>
      run(rootBinary('vitest'), [
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]),
    vitestCounts,
  );

/** The journeys, faults and swaps in a real browser. */
export async function runEndToEnd(): Promise<Counts> {
  const browser = await ensureBrowser();
  if (!browser) {
    console.error(NO_BROWSER);
    return FAILED;
  }
  console.log(`Browser: ${browser}`);
  return runReported(
    (report) =>
      run(PLAYWRIGHT, ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }),
    playwrightCounts,
  );
}
