import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { DATA_DIR } from './where.ts';

const messagesTo = (address: string): string[] => {
  const folder = join(DATA_DIR, 'outbox');
  // It is made with the first message.
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.includes(address))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
};

/** The code of the newest message to an address, once there is one. */
export async function codeSentTo(address: string): Promise<string> {
  let code: string | undefined;
  await expect(() => {
    code = messagesTo(address)
      .at(-1)
      ?.match(/\b\d{6}\b/)?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return code as string;
}

/** The code that a call has mailed to an address: of messages that come after it, not of an earlier one. */
export async function codeAfter(address: string, call: () => Promise<unknown>): Promise<string> {
  const { length } = messagesTo(address);
  await call();
  await expect.poll(() => messagesTo(address).length, { timeout: 15_000 }).toBeGreaterThan(length);
  return codeSentTo(address);
}
