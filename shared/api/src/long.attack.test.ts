import { expect, test } from 'vitest';
import { contract } from './contract.ts';
import { foldAddress } from './domains/payees/fold-address.ts';
import { bodyLimits } from './kit/capacity.ts';

/*
 * Texts as long as a form may be, of signs that rules look for. One call with an address of dots took thirteen seconds of the
 * thread that handles everyone's calls.
 */

/** ms of the processor; a text that is read once takes a hundredth of it. */
const MOST = 1_000;

const fields = Object.entries(contract).flatMap(([id, { input }]) =>
  Object.entries(input.shape as Readonly<Record<string, { safeParse(value: unknown): unknown }>>).map(
    ([field, schema]) => ({ name: `${id} ${field}`, schema }),
  ),
);

const spent = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test.each(['.', ' ', '"', '1', 'a@', '\u0301', 'ﷺ'])('no field is slow with a form full of %j', (sign) => {
  const text = `${sign.repeat(Math.floor(bodyLimits.form / sign.length))}!`;
  const slow = fields.filter(({ schema }) => spent(() => schema.safeParse(text)) > MOST);
  expect(slow.map(({ name }) => name)).toEqual([]);
});

test('an address is folded by reading it once, whatever stands around it', () => {
  expect(foldAddress('"(bc1q.x),.')).toBe('bc1q.x');
  const dots = `${'.'.repeat(bodyLimits.form)}x`;
  expect(spent(() => foldAddress(dots))).toBeLessThan(MOST);
});
