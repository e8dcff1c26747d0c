import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Step } from '../src/domains/withdrawals/chain/pay.ts';
import type { TestDatabase } from './test-database.ts';

export type PayingProcess = Pick<TestDatabase, 'connection'> & {
  readonly socket: string;
  readonly nodeUrl: string;
  /** Unix ms. */
  readonly now: number;
  readonly step: Step;
};

/**
 * Runs a turn of payments in a process of its own, which kill -9 ends at the step. Returns the signal that ended it: null
 * where the turn never came to the step.
 */
export async function killAt(parts: PayingProcess): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'paying-process.ts')], {
    env: { ...process.env, PAYING: JSON.stringify(parts) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}
