import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PORT = Number(process.env.E2E_PORT ?? 8790);
export const ORIGIN = `http://localhost:${PORT}`;
/** Moves the backend's clock; see `clock.ts`. */
export const CLOCK_PORT = PORT + 1;
export const DATA_DIR = process.env.E2E_DATA_DIR ?? join(tmpdir(), `tessera-${PORT}`);
/** Address of a screen. */
export const screen = (path: string): string => `/h5/#${path}`;
