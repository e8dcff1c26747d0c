import { dualProof } from '@tessera/api/invest/contract';
import { type DualFault, dualFault } from '@tessera/api/invest/verify';
import type { DualProof } from '@tessera/api/invest/wire';
import { optionsContract } from '@tessera/api/options/contract';
import { type SettlementFault, settlementFault } from '@tessera/api/options/verify';
import type { SettlementProof } from '@tessera/api/options/wire';
import { quizProof } from '@tessera/api/quiz/contract';
import { type RoundFault, type RoundProof, roundFault } from '@tessera/api/quiz/verify';
import { readJsonFile } from './json-file.ts';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const FAULTS: Readonly<Record<SettlementFault, string>> = {
  unsigned: 'its prices are not signed yet: download the proof again when their minute is over',
  span: 'the recorded ticks do not reach over its entry and the minute before its expiry',
  ticks: 'the ticks do not lead from one signed head to the other: some were changed, left out, added or moved',
  heads: 'the ticks do not begin or end at heads that were signed',
  signature: 'a head is not signed by the key that it names',
  key: 'a head is not signed by the key that was given',
  strike: 'its strike is not the first price at or after the entry',
  settlement: 'its settlement price is not the trimmed mean of the last 25 prices',
  result: 'its result does not follow from strike and settlement price',
  payout: 'what was paid does not follow from its result',
};

const DUAL_FAULTS: Readonly<Record<DualFault, string>> = {
  unsigned: FAULTS.unsigned,
  span: 'the recorded ticks do not reach over the hour before its maturity without a gap',
  ticks: FAULTS.ticks,
  heads: FAULTS.heads,
  signature: FAULTS.signature,
  key: FAULTS.key,
  settlement: 'its settlement price is not the mean of all prices of the hour before its maturity',
  result: 'its state does not follow from the prices of the hour',
  payout: 'what was paid does not follow from its settlement price',
};

const ROUND_FAULTS: Readonly<Record<RoundFault, string>> = {
  unsigned: FAULTS.unsigned,
  span: 'the recorded ticks do not reach over its entry and the minute before its end',
  ticks: FAULTS.ticks,
  heads: FAULTS.heads,
  signature: FAULTS.signature,
  key: FAULTS.key,
  strike: FAULTS.strike,
  settlement: FAULTS.settlement,
  result: 'its outcome does not follow from the prices, or it is not over yet',
  pool: 'its pool is not the sum of its bets, or was not divided by the published rule',
  payout: 'a bet was not paid what follows from the pool',
};

/** The proof in a file: of an option, of a round of the quiz, or of a dual product. Throws a UsageError where it is none. */
async function readProof(path: string): Promise<SettlementProof | DualProof | RoundProof> {
  const value = await readJsonFile(path);
  const dual = dualProof.safeParse(value);
  if (dual.success) return dual.data;
  const round = quizProof.safeParse(value);
  if (round.success) return round.data;
  const proof = optionsContract['GET /microtrade/proof'].output.safeParse(value);
  if (!proof.success) throw new UsageError(`${path} is no proof of a settlement.`, { cause: proof.error });
  return proof.data;
}

async function verifyDual(proof: DualProof, key: string | undefined, print: (text: string) => void): Promise<number> {
  const { order, record } = proof;
  const fault = await dualFault(proof, key);
  if (fault) {
    print(`Investment ${order.id} on ${order.symbol}: ${DUAL_FAULTS[fault]}.`);
    return 1;
  }
  const { id, symbol, status, price, settlement_price, settlement_ticks, paid, paid_currency } = order;
  print(
    `Investment ${id} on ${symbol} is ${status}: pegged price ${price}, settlement price ${settlement_price ?? '–'} of ${settlement_ticks} prices, ${paid} ${paid_currency} paid. This follows from ticks that were signed.`,
  );
  if (key === undefined) print(keyHint(record?.key));
  return 0;
}

async function verifyRound(proof: RoundProof, key: string | undefined, print: (text: string) => void): Promise<number> {
  const { round, bets, record } = proof;
  const of = round.symbol ?? 'a question';
  const fault = await roundFault(proof, key);
  if (fault) {
    print(`Round ${round.id} on ${of}: ${ROUND_FAULTS[fault]}.`);
    return 1;
  }
  const ended =
    round.outcome === null ? `without an outcome (${round.reason})` : `decided for outcome ${round.outcome}`;
  const paid = bets === null ? 'Its bets are too many to be listed.' : `All ${bets.length} bets were paid by the rule.`;
  const by = record === null ? 'Its answer is what its source says.' : 'This follows from ticks that were signed.';
  print(`Round ${round.id} on ${of} is ${ended}. ${paid} ${by}`);
  if (key === undefined && record !== null) print(keyHint(record.key));
  return 0;
}

const keyHint = (key: string | undefined): string =>
  `The key of the signatures: ${key}. --key checks that it is the platform's.`;

/** Verifies the settlement of an option, of a round of the quiz or of a dual product by the file that its page offers. Returns the exit code. */
export async function verifySettlement(
  { names, key }: Pick<Arguments, 'names' | 'key'>,
  print: (text: string) => void,
): Promise<number> {
  const [path] = names;
  if (path === undefined) throw new UsageError('Which file? npm run tessera -- verify-settlement settlement-81.json');
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) throw new UsageError('A key has 64 hexadecimal digits.');
  const proof = await readProof(path);
  if ('round' in proof) return verifyRound(proof, key, print);
  if ('product' in proof) return verifyDual(proof, key, print);
  const { option, record } = proof;
  const fault = await settlementFault(proof, key);
  if (fault) {
    print(`Option ${option.id} on ${option.symbol}: ${FAULTS[fault]}.`);
    return 1;
  }
  const { id, symbol, status, result, open_price, close_price, payout, currency } = option;
  print(
    `Option ${id} on ${symbol} is ${result ?? status}: strike ${open_price ?? '–'}, settlement price ${close_price ?? '–'}, ${payout} ${currency} paid. This follows from ticks that were signed.`,
  );
  if (key === undefined) print(keyHint(record?.key));
  return 0;
}
