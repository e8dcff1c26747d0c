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

/** Codes that were mailed to an address: six digits that are no word and no amount. The headers name the address, which may hold digits. */
const codesSentTo = (address: string): string[] =>
  messagesTo(address).flatMap((message) => {
    const body = message.slice(message.indexOf('\n\n'));
    return body.match(/(?<![\w-]|\d[.,])\d{6}(?![\w-]|[.,]\d|\s[A-Z]{3})/)?.[0] ?? [];
  });

/** The code that a call has mailed to an address: of messages that come after it, not of an earlier one. */
export async function codeAfter(address: string, call: () => Promise<unknown>): Promise<string> {
  const { length } = codesSentTo(address);
  await call();
  await expect.poll(() => codesSentTo(address).length).toBeGreaterThan(length);
  return codesSentTo(address).at(-1) as string;
}
