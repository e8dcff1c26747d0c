import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Print, rootBinary, run } from './commands.ts';
import { type Counts, NONE, playwrightCounts, sum, vitestCounts } from './counts.ts';
import { answers } from './health.ts';
import { ROOT } from './layout.ts';
import { PLAYWRIGHT } from './peers.ts';

export type SuiteOptions = {
  readonly print: Print;
  /** Where suites find the programs that they run for real. */
  readonly env: Readonly<Record<string, string>>;
  /** Processes that it may use. */
  readonly workers: number;
  /** The only files to run, relative to the root. */
  readonly files?: readonly string[];
};

/** Runs a program that writes a JSON report; one that writes none, or ends worse than its report, has failed. */
async function runReported(
  print: Print,
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
    print(`The suite left no report: ${error instanceof Error ? error.message : error}\n`);
    return { ...NONE, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Projects of the root's vitest configuration. */
export function runVitest(projects: readonly string[], { print, env, workers, files }: SuiteOptions): Promise<Counts> {
  if (files?.length === 0) {
    print('No test reaches what changed.\n');
    return Promise.resolve(NONE);
  }
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    ...(files ?? []),
  ];
  return runReported(
    print,
    (report) => run(rootBinary('vitest'), [...args, `--outputFile.json=${report}`], { env, output: print }),
    vitestCounts,
  );
}

export type EndToEnd = {
  /** The first of the ports of its platform. */
  readonly port: number;
  /** Whether its platform knows the nodes of local chains; by default it does. */
  readonly chains?: boolean;
  /** Folders of `e2e/`, which run after each other; the parts of one of these run beside each other. */
  readonly rounds: readonly (readonly (readonly string[])[])[];
};

type EndToEndOptions = Pick<SuiteOptions, 'print' | 'env'> & { readonly journeys: EndToEnd };

/** Ms that a platform may take to start on a machine that is several times slower. */
const STARTS_WITHIN = 240_000;

type RunningPlatform = {
  /** Whether it responds; false where it has ended before, or takes too long. */
  readonly responds: Promise<boolean>;
  stop(): Promise<void>;
};

/** The platform on which journeys run, on an empty data folder. */
function startJourneysPlatform(port: number, env: SuiteOptions['env'], print: Print): RunningPlatform {
  const child = spawn(process.execPath, ['e2e/platform/serve.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  let ended = false;
  const end = new Promise<void>((resolve) => {
    child.on('error', (error) => print(`${error.message}\n`));
    child.on('close', () => {
      ended = true;
      resolve();
    });
  });
  const until = performance.now() + STARTS_WITHIN;
  const responds = answers(
    `http://localhost:${port}/api/getSiteConfig?lang=en`,
    () => ended || performance.now() > until,
    // The gateway logs each question that comes before the backend listens.
    () => pause(1_000),
  );
  return {
    responds,
    stop() {
      child.kill('SIGTERM');
      return end;
    },
  };
}

/** Beside the list a page: it lays pictures that differ over each other. */
async function runPart(folders: readonly string[], env: SuiteOptions['env'], print: Print): Promise<Counts> {
  const paths = folders.map((folder) => `e2e/${folder}/`);
  const shown = join('test-results', 'report', env.E2E_OUTPUT ?? '');
  const counts = await runReported(
    print,
    (report) =>
      run(PLAYWRIGHT, ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json,html', ...paths], {
        env: {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          PLAYWRIGHT_HTML_OUTPUT_DIR: join(ROOT, shown),
          PLAYWRIGHT_HTML_OPEN: 'never',
        },
        output: print,
      }),
    playwrightCounts,
  );
  if (counts.failed > 0) print(`What the browsers showed, pictures that differ included: ${shown}/index.html\n`);
  return counts;
}

/** Tests in a real browser, on one platform. Each part prints when it ends. */
export async function runEndToEnd({ print, env, journeys }: EndToEndOptions): Promise<Counts> {
  const { port, chains = true, rounds } = journeys;
  const all = { ...env, E2E_PORT: String(port), E2E_CHAINS: String(chains) };
  const platform = startJourneysPlatform(port, all, print);
  try {
    if (!(await platform.responds)) {
      print('The platform of the journeys does not start; its own words stand above.\n');
      return { ...NONE, failed: 1 };
    }
    const counts: Counts[] = [];
    for (const parts of rounds) {
      const ended = parts.map(async (folders) => {
        let output = '';
        const started = { ...all, E2E_STARTED: 'true', E2E_OUTPUT: `${port}-${folders[0]}` };
        counts.push(await runPart(folders, started, (text) => (output += text)));
        print(output);
      });
      // The next round runs whatever became of this one.
      await Promise.all(ended);
    }
    return { ...sum(counts), failures: counts.flatMap(({ failures = [] }) => failures) };
  } finally {
    await platform.stop();
  }
}
