import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proofKey } from '@tessera/api/instruments/proof-fixtures';
import { dualProofOf } from '@tessera/api/invest/proof-fixtures';
import { PROOF_START, settlementProofOf } from '@tessera/api/options/proof-fixtures';
import { quizFixtures } from '@tessera/api/quiz/fixtures';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifySettlement } from './verify-settlement.ts';

let folder: string;
const lines: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-settlement-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  lines.length = 0;
});

async function verify(content: string, pinned?: string): Promise<number> {
  const path = join(folder, 'settlement.json');
  await writeFile(path, content);
  return verifySettlement({ names: [path], ...(pinned && { key: pinned }) }, (text) => lines.push(text));
}

test('a settlement that follows from signed ticks is confirmed, with its key', async () => {
  expect(await verify(JSON.stringify(settlementProofOf()))).toBe(0);
  expect(lines.join('\n')).toContain('is won: strike 63000, settlement price 63000.01, 185 USDT paid');
  expect(lines.join('\n')).toContain(proofKey);
  expect(await verify(JSON.stringify(settlementProofOf()), proofKey)).toBe(0);
});

test('one that was made up ends with code 1 and the reason', async () => {
  const proof = settlementProofOf();
  const claimed = { ...proof, option: { ...proof.option, result: 'lost', payout: '0' } };
  expect(await verify(JSON.stringify(claimed))).toBe(1);
  expect(await verify(JSON.stringify(proof), 'ab'.repeat(32))).toBe(1);
  expect(await verify(JSON.stringify({ ...proof, record: null }))).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining('does not follow from strike'),
    expect.stringContaining('not signed by the key that was given'),
    expect.stringContaining('not signed yet'),
  ]);
});

test('what is no proof is not judged', async () => {
  await expect(verify('{"version":1}')).rejects.toThrow(UsageError);
  await expect(verify('not JSON')).rejects.toThrow('is not JSON');
  await expect(verifySettlement({ names: [join(folder, 'none')] }, () => undefined)).rejects.toThrow(
    'could not be read',
  );
  await expect(verifySettlement({ names: [] }, () => undefined)).rejects.toThrow(UsageError);
  await expect(verify('{}', 'short')).rejects.toThrow('64 hexadecimal digits');
});

test('the file of a dual product is verified by the prices of its hour', async () => {
  const path = join(folder, 'dual.json');
  const proof = dualProofOf();
  await writeFile(path, JSON.stringify(proof));
  expect(await verifySettlement({ names: [path], key: proofKey }, (line) => lines.push(line))).toBe(0);
  expect(lines.at(-1)).toContain('Investment 80 on BTC/USDT is completed: pegged price 61000');
  await writeFile(path, JSON.stringify({ ...proof, order: { ...proof.order, paid: '6200' } }));
  expect(await verifySettlement({ names: [path] }, (line) => lines.push(line))).toBe(1);
  expect(lines.at(-1)).toContain('what was paid does not follow');
});

test('the file of a quiz round is verified by its prices and its bets', async () => {
  const { record } = settlementProofOf();
  const proof = {
    version: 1,
    round: {
      ...quizFixtures['GET /quiz/proof'].round,
      closes_at: PROOF_START + 9_000,
      entry_at: PROOF_START + 10_000,
      decides_at: PROOF_START + 70_000,
      strike_number: 51,
      settlement_number: 351,
    },
    bets: quizFixtures['GET /quiz/proof'].bets,
    record,
  };
  expect(await verify(JSON.stringify(proof), proofKey)).toBe(0);
  expect(lines.at(-1)).toBe(
    'Round 69 on BTC/USDT is decided for outcome 1. All 2 bets were paid by the rule. This follows from ticks that were signed.',
  );
  for (const [changes, why] of [
    [{ round: { ...proof.round, outcome: 2 } }, 'does not follow from the prices'],
    [{ round: { ...proof.round, pools: ['300', '101'] } }, 'is not the sum of its bets'],
    [{ bets: [[1, 1, '300', '399'], proof.bets[1]] }, 'a bet was not paid'],
    [{ record: null }, 'not signed yet'],
  ] as const) {
    expect(await verify(JSON.stringify({ ...proof, ...changes }))).toBe(1);
    expect(lines.at(-1)).toContain(why);
  }
});
