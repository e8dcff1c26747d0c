import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../..');

/** Loads all of the backend that a start loads, and then an exchange, in a process that counts files of ccxt. */
const SCRIPT = `
import { registerHooks } from 'node:module';
let files = 0;
registerHooks({
  load(url, context, next) {
    if (url.includes('/ccxt/')) files++;
    return next(url, context);
  },
});
await import('${SOURCE}/domains.ts');
await import('${SOURCE}/platform/market/open-market.ts');
await import('${SOURCE}/platform/market/live/live-source.ts');
const simulated = files;
const { loadExchange } = await import('${SOURCE}/platform/market/live/exchange.ts');
await loadExchange({ id: 'binance', url: undefined });
console.log(JSON.stringify({ simulated, one: files }));
`;

it('ccxt is loaded by an exchange that is set, and only that file with what it is made of', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { simulated, one } = JSON.parse(stdout) as { simulated: number; one: number };
  expect(simulated).toBe(0);
  // The whole of ccxt is some six hundred.
  expect(one).toBeGreaterThan(2);
  expect(one).toBeLessThan(120);
});
