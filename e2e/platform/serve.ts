// Starts the platform as `npm start` does, on an empty data folder, and exits with it.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { DATA_DIR } from './where.ts';

rmSync(DATA_DIR, { recursive: true, force: true });
const platform = spawn(process.execPath, ['deploy/tools/launcher/src/start.ts'], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => platform.kill(signal));
platform.on('exit', (code) => process.exit(code ?? 1));
