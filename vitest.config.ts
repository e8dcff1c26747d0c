import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PEERS, peerEnvironment } from './deploy/tools/launcher/src/peers.ts';

const ROOT = import.meta.dirname;
const exclude = ['**/node_modules/**', '**/dist/**'];
/** `expect.poll` ends only what hangs, as the time-outs of tests do: its default of a second is short on a busy machine. */
const patient = { poll: { timeout: 60_000 } };
const setupFiles = [join(ROOT, 'shared/testing/src/setup.ts')];
/** Young objects that outlive a small half of the heap are copied again and again: of the computing a tenth. */
const execArgv = ['--max-semi-space-size=32'];
/** What the processes that tests start have compiled: the next ones start in a part of the time. */
const compiled = { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') };
const page = {
  exclude,
  execArgv,
  setupFiles,
  // Class names stay as written in the style sheet, so that a test can name them.
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
  // It ends what hangs: a machine whose cores are shared takes several times as long.
  testTimeout: 90_000,
  hookTimeout: 90_000,
};

/** Tests of the browser's code and of what it shares with the backend. */
const PAGE_TESTS = '{host,remotes,shared}/**/*.test.{ts,tsx}';
const BUILD_TESTS = 'shared/build/**/*.test.ts';
/**
 * The federation runtime decides once a worker whether it is in a page: tests that look for the scripts of entries get a
 * worker of their own. A replaced module (`vi.mock`) needs none, as vitest takes it back after its file.
 */
const LOOK_FOR_SCRIPTS = ['host/src/federation/load-page.test.ts', 'host/src/shell/Shell.test.tsx'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...page,
          name: 'unit',
          include: [PAGE_TESTS],
          exclude: [...exclude, BUILD_TESTS, ...LOOK_FOR_SCRIPTS],
          // A worker per file costs four times as much. The setup drops our modules after each file instead: files of one
          // worker share React and the page, and no state of ours.
          isolate: false,
        },
      },
      { test: { ...page, name: 'isolated', include: LOOK_FOR_SCRIPTS } },
      {
        test: {
          ...page,
          name: 'deploy',
          include: ['deploy/**/*.test.{ts,tsx}', BUILD_TESTS],
          exclude: [...exclude, '**/*.browser.test.ts'],
          isolate: false,
          expect: patient,
          env: { ...peerEnvironment([PEERS.nginx]), ...compiled },
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['deploy/tools/conformance/test/**/*.browser.test.ts'],
          exclude,
          env: compiled,
          // Each opens phones of one browser: more of them compute at once than a machine of two cores has time for.
          maxConcurrency: 2,
          // They end what hangs: a screen that never comes is waited for until its page is idle.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Calls by their contract on a real PostgreSQL: one server for the run, a separate database for each file.
        test: {
          name: 'backend',
          root: join(ROOT, 'backend'),
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [join(ROOT, 'backend/test/postgres-server.ts')],
          setupFiles: ['cheap-passwords.ts', 'record-statements.ts', 'row-locks.ts'].map((file) =>
            join(ROOT, 'backend/test', file),
          ),
          isolate: false,
          execArgv,
          expect: patient,
          env: { ...peerEnvironment([PEERS.nats]), ...compiled },
          // They end what hangs: beside other work a test may have a twentieth of a core.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          pool: 'forks',
        },
      },
    ],
  },
});
