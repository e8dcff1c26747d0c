import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Print, rootBinary, run } from './commands.ts';
import { type Counts, NONE, playwrightCounts, sum, vitestCounts } from './counts.ts';
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

type EndToEndPart = {
  /** Of `e2e/`. */
  readonly folders: readonly string[];
  /** The first of the ports of its platform. */
  readonly port: number;
  /** Whether its platform knows the nodes of local chains; by default it does. */
  readonly chains?: boolean;
};

type EndToEndOptions = Pick<SuiteOptions, 'print' | 'env'> & { readonly parts: readonly EndToEndPart[] };

function runPart(
  { folders, port, chains = true }: EndToEndPart,
  env: SuiteOptions['env'],
  print: Print,
): Promise<Counts> {
  const paths = folders.map((folder) => `e2e/${folder}/`);
  return runReported(
    print,
    (report) =>
      run(PLAYWRIGHT, ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...paths], {
        env: {
          ...env,
          E2E_PORT: String(port),
          E2E_CHAINS: String(chains),
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        output: print,
      }),
    playwrightCounts,
  );
}

/** Tests in a real browser. Parts run beside each other, each on a platform of its own; each prints when it ends. */
export async function runEndToEnd({ print, env, parts }: EndToEndOptions): Promise<Counts> {
  const all = await Promise.all(
    parts.map(async (part) => {
      let output = '';
      const counts = await runPart(part, env, (text) => (output += text));
      print(output);
      return counts;
    }),
  );
  return { ...sum(all), failures: all.flatMap(({ failures = [] }) => failures) };
}
