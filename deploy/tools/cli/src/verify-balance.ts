import type { BalanceProof } from '@tessera/api/proofs';
import { balanceProof } from '@tessera/api/proofs/contract';
import { type BalanceFault, balanceFault } from '@tessera/api/proofs/verify';
import { readJsonFile } from './json-file.ts';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const FAULTS: Readonly<Record<BalanceFault, string>> = {
  digest: 'its digest is not that of the totals',
  signature: 'the totals are not signed by the key that they name',
  key: 'the totals are not signed by the key that was given',
  twice: 'a currency stands in it twice',
  absent: 'a balance has no published total',
  range: 'a sum in it is negative or too large',
  branch: 'a branch does not fit the number of users that was published',
  root: 'a balance is not counted in the published root',
  total: 'the published total is not that of its root',
};

/** The proof in a file. Throws a UsageError where it is none. */
async function readProof(path: string): Promise<BalanceProof> {
  const value = await readJsonFile(path);
  const proof = balanceProof.safeParse(value);
  if (!proof.success) throw new UsageError(`${path} is no proof of a balance.`, { cause: proof.error });
  return proof.data;
}

/** Verifies by the file that the page offers that published totals count a user's balances. Returns the exit code. */
export async function verifyBalance(
  { names, key }: Pick<Arguments, 'names' | 'key'>,
  print: (text: string) => void,
): Promise<number> {
  const [path] = names;
  if (path === undefined) throw new UsageError('Which file? npm run tessera -- verify-balance balance-2026-11-20.json');
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key)) throw new UsageError('A key has 64 hexadecimal digits.');
  const proof = await readProof(path);
  const { publication, uid, balances } = proof;
  const fault = await balanceFault(proof, key);
  if (fault) {
    print(`The balances of ${uid} on ${publication.day}: ${FAULTS[fault]}.`);
    return 1;
  }
  const owned = balances.map(({ currency, amount }) => `${amount} ${currency}`).join(', ') || 'nothing';
  print(`${uid} owned ${owned} on ${publication.day}. The totals that were published count it:`);
  for (const { currency, total, leaves, root } of publication.roots)
    print(`${total} ${currency} of ${leaves} users, root ${root}`);
  print(`Digest of the publication, to be compared with what others see: ${publication.digest}`);
  if (key === undefined) print(`The key of its signature: ${publication.key}. --key checks that it is the platform's.`);
  return 0;
}
