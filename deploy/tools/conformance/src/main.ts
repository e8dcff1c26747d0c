// `npm run tessera -- check <name>`: checks a remote. Exit codes: 0 no findings, 1 findings, 2 the run was not
// possible.
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HOST_NAME, remoteName } from '@tessera/releases';
import { checkHost, checkRemote } from './check.ts';
import { CheckFailure } from './check-failure.ts';
import { hasPassed, inJson, inWords } from './report.ts';
import { type Cleanup, createCleanup } from './stage/cleanup.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** An interrupted or failed run cleans up before it ends. */
function endEarly(cleanup: Cleanup): AbortSignal {
  const ending = new AbortController();
  const end = (code: number) => {
    // A terminal, npm and the command line each pass Ctrl-C on.
    if (ending.signal.aborted) return;
    ending.abort();
    cleanup
      .run()
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(code));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(128 + constants.signals[signal]));
  }
  process.on('uncaughtException', (error) => {
    if (!ending.signal.aborted) console.error(error);
    end(2);
  });
  return ending.signal;
}

function readName(): { readonly name: string; readonly json: boolean; readonly unlessPassed: boolean } {
  const options = { json: { type: 'boolean' }, 'unless-passed': { type: 'boolean' } } as const;
  let given: ReturnType<typeof parseArgs<{ allowPositionals: true; options: typeof options }>>;
  try {
    given = parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new CheckFailure(error instanceof Error ? error.message : String(error));
  }
  const [name, ...more] = given.positionals;
  if (name === undefined || more.length > 0) {
    throw new CheckFailure('Exactly one remote is needed, or the host: check markets');
  }
  const isName = remoteName.safeParse(name).success;
  if (name !== HOST_NAME && !(isName && existsSync(join(root, 'remotes', name, 'remote.json')))) {
    const known = readdirSync(join(root, 'remotes')).filter((each) =>
      existsSync(join(root, 'remotes', each, 'remote.json')),
    );
    throw new CheckFailure(`There is no remotes/${name}/remote.json. Remotes here: ${known.join(', ')}.`);
  }
  const { json = false, 'unless-passed': unlessPassed = false } = given.values;
  return { name, json, unlessPassed };
}

async function main(cleanup: Cleanup): Promise<number> {
  const { name, json, unlessPassed } = readName();
  // The report is already printed.
  const say = (text: string) => console.error(text.trimEnd());
  const run = { root, cleanup, say, unlessPassed };
  const report =
    name === HOST_NAME ? await checkHost(run) : await checkRemote({ ...run, name, dir: join(root, 'remotes', name) });
  console.log(json ? inJson(report) : inWords(report));
  return hasPassed(report) ? 0 : 1;
}

const cleanup = createCleanup();
const ending = endEarly(cleanup);
try {
  process.exitCode = await main(cleanup);
} catch (error) {
  // Errors caused by the clean-up are not reported.
  if (!ending.aborted) console.error(error instanceof CheckFailure ? error.message : error);
  process.exitCode = 2;
} finally {
  await cleanup.run();
}
