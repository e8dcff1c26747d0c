import { defineConfig } from 'vitest/config';

/** Calls by contract on a real PostgreSQL: one server for the run, a database of its own for each test file. */
export default defineConfig({
  test: {
    name: 'backend',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
