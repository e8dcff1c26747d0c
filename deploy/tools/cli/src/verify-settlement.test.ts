import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dualProofOf, proofKey } from '@tessera/api/invest/proof-fixtures';
import { wonOption } from '@tessera/api/options/fixtures';
import { optionToWire, type SettlementProof } from '@tessera/api/options/wire';
import { quizFixtures } from '@tessera/api/quiz/fixtures';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifySettlement } from './verify-settlement.ts';

/* A price that rises by a tick in its second minute, with the option that won by it. */

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

type Tick = [number, number, number, number, number, number, number, number];

function proofOf(): SettlementProof {
  let link: Buffer = createHash('sha256').update(`tessera ticks ${SYMBOL}`).digest();
  const start = { at: null, number: 0, link: link.toString('hex') };
  const ticks: Tick[] = [];
  for (let at = START; at < START + 2 * MINUTE; at += 200) {
    const price = at < START + MINUTE ? 6_300_000 : 6_300_001;
    const tick: Tick = [at, price - 1, price + 1, price, price, price, 0, price];
    ticks.push(tick);
    const fields = Buffer.alloc(72);
    [ticks.length, ...tick].forEach((field, place) => {
      fields.writeBigInt64BE(BigInt(field), 8 * place);
    });
    link = createHash('sha256').update(link).update(fields).digest();
  }
  const end = { at: START + 2 * MINUTE, number: ticks.length, link: link.toString('hex') };
  const text = Buffer.from(`tessera heads 1\n${end.at}\n${SYMBOL} ${end.number} ${end.link}`);
  const signature = sign(null, text, privateKey).toString('base64url');
  const span = { symbol: SYMBOL, tick: '0.01', lot: '0.00001', start, end, ticks };
  return {
    version: 1,
    option: {
      ...optionToWire(
        wonOption({
          close_price: '63000.01',
          created_at: START + 9_000,
          entry_at: START + 10_000,
          expires_at: START + 70_000,
        }),
      ),
      max_age: 5_000,
      payout: '185',
      strike_number: 51,
      settlement_number: 351,
    },
    record: {
      entry: span,
      settlement: span,
      heads: [{ at: end.at, heads: { [SYMBOL]: [end.number, end.link] }, key, signature }],
      key,
    },
  };
}

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
  expect(await verify(JSON.stringify(proofOf()))).toBe(0);
  expect(lines.join('\n')).toContain('is won: strike 63000, settlement price 63000.01, 185 USDT paid');
  expect(lines.join('\n')).toContain(key);
  expect(await verify(JSON.stringify(proofOf()), key)).toBe(0);
});

test('one that was made up ends with code 1 and the reason', async () => {
  const proof = proofOf();
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
  const { record } = proofOf();
  const proof = {
    version: 1,
    round: {
      ...quizFixtures['GET /quiz/proof'].round,
      closes_at: START + 9_000,
      entry_at: START + 10_000,
      decides_at: START + 70_000,
      strike_number: 51,
      settlement_number: 351,
    },
    bets: quizFixtures['GET /quiz/proof'].bets,
    record,
  };
  expect(await verify(JSON.stringify(proof), key)).toBe(0);
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
