// Starts the platform on an empty data folder, and exits with it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { CLOCK_PORT, DATA_DIR, PORT } from './where.ts';

rmSync(DATA_DIR, { recursive: true, force: true });
const platform = spawn(process.execPath, ['e2e/platform/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR,
    CLOCK_PORT: String(CLOCK_PORT),
    // Every phone of the tests is in one network.
    TELEMETRY_FAILURES_PER_NETWORK: '1000',
    TELEMETRY_NETWORKS_TO_HALT: '1',
  },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => platform.kill(signal));
platform.on('exit', (code) => process.exit(code ?? 1));
