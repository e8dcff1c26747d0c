import { launchpadContract } from '@tessera/api/launchpad/contract';
import { type AllocationFault, allocationFault, type PublishedShare, shareHash } from '@tessera/api/launchpad/verify';
import { get } from './platform-call.ts';
import type { Arguments } from './release-commands.ts';
import { UsageError } from './usage.ts';

const FAULTS: Readonly<Record<AllocationFault, string>> = {
  duplicate: 'a user stands in the table twice',
  committed: 'the commitments of the table do not sum up to what was said',
  allotted: 'the shares of the table do not sum up to what was said',
  supply: 'more was allotted than there was to allot',
  share: 'a share does not follow from the commitments',
};

const CALL = 'GET /project/allocation';

async function part(origin: string, id: number, from: number) {
  const read = launchpadContract[CALL].output.safeParse(await get(origin, '/project/allocation', { id, from }));
  if (!read.success) throw new UsageError(`${origin} did not return a table.`, { cause: read.error });
  return read.data;
}

/**
 * Verifies the allocation of a token sale by what the platform publishes, and with UID and salt the share of one user.
 * Returns the exit code.
 */
export async function verifyAllocation(
  { origin, print }: { readonly origin: string; readonly print: (text: string) => void },
  { names }: Pick<Arguments, 'names'>,
): Promise<number> {
  const [project = '', uid, salt] = names;
  if (!/^[1-9]\d{0,8}$/.test(project)) {
    throw new UsageError('Which sale? npm run tessera -- verify-allocation 7 [<uid> <salt>]');
  }
  const id = Number(project);
  const table = await part(origin, id, 0);
  const shares: PublishedShare[] = [...table.shares];
  while (shares.length < table.users) {
    const more = await part(origin, id, shares.length);
    if (more.shares.length === 0) break;
    shares.push(...more.shares);
  }
  const found = allocationFault({ ...table, shares });
  if (found) {
    print(`${table.name}: ${FAULTS[found.fault]}${found.hash === undefined ? '' : ` (${found.hash})`}.`);
    return 1;
  }
  print(
    `${table.name}: ${table.allotted} of ${table.supply} ${table.currency} were allotted to ${shares.length} users. Every share follows from the published commitments.`,
  );
  if (uid === undefined || salt === undefined) return 0;
  const own = shares.find(([hash]) => hash === shareHash(id, uid, salt));
  print(own ? `User ${uid} committed ${own[1]} and got ${own[2]}.` : `User ${uid} is not in the table.`);
  return own ? 0 : 1;
}
