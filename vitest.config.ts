import { defineConfig } from 'vitest/config';

/** Class names stay as written in the style sheet, so that a test can name them. */
const css = { modules: { classNameStrategy: 'non-scoped' as const } };

const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,host,remotes,deploy}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.browser.test.ts'],
          css,
          setupFiles: ['shared/ui/src/testing/modal-dialog.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['deploy/tools/conformance/test/**/*.browser.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      'backend/vitest.config.{ts,mts}',
    ],
  },
});
