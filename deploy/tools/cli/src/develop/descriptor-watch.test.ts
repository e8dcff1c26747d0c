import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descriptorOf, temporaryFolder } from '@tessera/releases/testing';
import { expect, onTestFinished, test } from 'vitest';
import { judge, type Verdict, watchDescriptor } from './descriptor-watch.ts';

const WHERE = 'remotes/finance/remote.json';
const whole = descriptorOf('finance');

test('a valid descriptor is returned unchanged', () => {
  expect(judge(JSON.stringify(whole), 'finance', WHERE)).toEqual({ descriptor: whole });
});

test.each([
  ['text that is not JSON', '{ "name": ', 'remotes/finance/remote.json is not JSON'],
  ['a descriptor with faults', JSON.stringify({ ...whole, swap: 'now', routes: [] }), 'routes: must name at least one'],
  ['that of another remote', JSON.stringify(descriptorOf('markets')), 'is that of markets, but its folder is finance'],
])('%s is reported with its faults', (_what, text, fault) => {
  expect(judge(text, 'finance', WHERE)).toEqual({ faults: expect.stringContaining(fault) });
});

test('a broken descriptor is reported once, and again when it is fixed', async () => {
  const path = join(await temporaryFolder(), 'remote.json');
  const verdicts: Verdict[] = [];
  let next = () => {};
  const said = () => new Promise<void>((resolve) => (next = resolve));
  const end = watchDescriptor(path, 'finance', WHERE, (verdict) => {
    verdicts.push(verdict);
    next();
  });
  onTestFinished(end);
  const save = async (text: string) => {
    // As editors do: written to a temporary file and renamed.
    await writeFile(`${path}.new`, text);
    const heard = said();
    await rename(`${path}.new`, path);
    await heard;
  };
  await save('{');
  await save(JSON.stringify(whole));
  await save(JSON.stringify({ ...whole, budget: 0 }));
  expect(verdicts).toEqual([
    { faults: expect.stringContaining('cannot be read') },
    { faults: expect.stringContaining('is not JSON') },
    { descriptor: whole },
    { faults: expect.stringContaining('budget') },
  ]);
});
