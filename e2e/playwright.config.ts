import { defineConfig } from '@playwright/test';
import { launchOptions } from './platform/launch.ts';
import { phone } from './platform/phone.ts';
import { ORIGIN, PORT } from './platform/where.ts';

/** The whole platform on a separate port and data folder, as `npm start` runs it; one that `npm test` has started is shared. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: `../test-results/${process.env.E2E_OUTPUT ?? PORT}`,
  fullyParallel: false,
  workers: 1,
  // Beside the other suites a machine of two cores may be too slow once; the report says which test was repeated.
  retries: 1,
  // What hangs is found by the shorter limits of expectations, actions and navigations; this one is for all of a long journey
  // on a machine that is several times slower.
  timeout: 600_000,
  expect: {
    timeout: 90_000,
    // A word has more; the colours of an edge may differ by what the machine rounds.
    toHaveScreenshot: { maxDiffPixels: 40, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testFileDir}/kept/{arg}{ext}',
  forbidOnly: true,
  projects: [
    { name: 'now', testIgnore: 'finance/**' },
    // These move the backend's clock ahead, which the others would not expect; they run whatever became of those.
    { name: 'later', testMatch: 'finance/**/*.spec.ts' },
  ],
  use: {
    ...phone,
    baseURL: ORIGIN,
    // What a worker fetches no test can change on its way; the test of the worker allows it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 90_000,
    trace: 'on-first-retry',
    video: 'off',
    locale: 'en-US',
    launchOptions: launchOptions(process.env.CHROMIUM_PATH),
  },
  ...(process.env.E2E_STARTED !== 'true' && {
    webServer: {
      command: 'node e2e/platform/serve.ts',
      cwd: '..',
      url: `${ORIGIN}/api/getSiteConfig?lang=en`,
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      reuseExistingServer: false,
      stdout: 'pipe',
    },
  }),
});
