import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { amountOf, NO_PUBLICATION, publicationText, type Root, unitsOf } from '@tessera/api/proofs/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { publicBytesOf } from '../../platform/market/signing-key.ts';
import type { Tree } from './tree.ts';
import { openTreeThread, type TreeThread } from './tree-thread.ts';

/** Days for which users get their branches; the roots stay for ever. */
const BRANCHES_KEPT = 7;
/** Leaves that one statement writes. */
const ROWS_AT_ONCE = 2_000;
/** Balances that one fetch reads. */
const OWNERS_AT_ONCE = 2_000;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

type OwnerRow = { readonly user_id: string; readonly uid: string; readonly currency: string; readonly sum: string };
type Trees = readonly (readonly [currency: string, tree: Tree])[];

/**
 * The trees of what each user owns, in all accounts and products, by currency. One statement: one moment for all. Its rows
 * are read in parts, between which others of the process have their turn, and a thread makes trees of them.
 */
async function treesOf(database: Database, day: string, secret: Buffer): Promise<Trees> {
  const threads: TreeThread[] = [];
  try {
    const trees = await database.transaction(async (tx) => {
      // One for each attempt: what an earlier one has read is forgotten.
      const thread = openTreeThread();
      threads.push(thread);
      const building: [currency: string, tree: Promise<Tree>][] = [];
      let current: string | null = null;
      const finish = (): void => {
        if (current === null) return;
        const tree = thread.build({ day, currency: current, secret });
        // Awaited below, when all is read: the transaction would be silent for too long.
        tree.catch(() => undefined);
        building.push([current, tree]);
      };
      await tx.query(
        `declare funds_owners no scroll cursor for
         select a.user_id, u.uid, a.currency, sum(a.balance) as sum
           from ledger_account a join user_account u on u.id = a.user_id
          where a.owner_kind = 'user'
          group by a.user_id, u.uid, a.currency having sum(a.balance) <> 0 order by a.currency collate "C"`,
      );
      for (;;) {
        const rows = await tx.query<OwnerRow>(`fetch forward ${OWNERS_AT_ONCE} from funds_owners`);
        if (rows.length === 0) {
          finish();
          return building;
        }
        for (const [currency, owners] of Map.groupBy(rows, (row) => row.currency)) {
          if (currency !== current) finish();
          current = currency;
          thread.add(owners.map(({ user_id: userId, uid, sum }) => ({ userId, uid, sum: unitsOf(sum) })));
        }
      }
    });
    return await Promise.all(trees.map(async ([currency, tree]) => [currency, await tree] as const));
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

const isPublished = async (sql: Sql, day: string): Promise<boolean> =>
  (await sql.query('select from funds_publication where day = $1', [day])).length > 0;

async function writeTree(tx: Sql, day: string, currency: string, { leaves, nodes, order }: Tree): Promise<void> {
  await tx.query('insert into funds_tree (day, currency, leaves, nodes) values ($1, $2, $3, $4)', [
    day,
    currency,
    leaves,
    nodes,
  ]);
  for (let from = 0; from < order.length; from += ROWS_AT_ONCE) {
    await tx.query(
      `insert into funds_leaf (day, currency, user_id, position)
       select $1, $2, user_id, $3 + place - 1 from unnest($4::bigint[]) with ordinality u (user_id, place)`,
      [day, currency, from, order.slice(from, from + ROWS_AT_ONCE)],
    );
  }
}

/** Publishes the day's proof, once; a day that is published already stays as it is. */
export async function publishFunds(
  database: Database,
  {
    day,
    at,
    key,
    fence,
  }: { readonly day: string; readonly at: number; readonly key: KeyObject } & Pick<JobRun, 'fence'>,
): Promise<void> {
  if (await isPublished(database, day)) return;
  const secret = randomBytes(32);
  const trees = await treesOf(database, day, secret);
  const roots = trees.map(
    ([currency, { leaves, root }]): Root => ({
      currency,
      leaves,
      total: amountOf(root.sum),
      root: Buffer.from(root.hash).toString('hex'),
    }),
  );
  await database.transaction(async (tx) => {
    await fence(tx);
    const [last] = await tx.query<{ digest: string }>('select digest from funds_publication order by day desc limit 1');
    const previous = last?.digest ?? NO_PUBLICATION;
    const text = publicationText({ day, previous, roots });
    const written = await tx.query(
      `insert into funds_publication (day, at, previous, digest, roots, key, signature, secret)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (day) do nothing returning day`,
      [
        day,
        new Date(at),
        previous,
        createHash('sha256').update(text).digest('hex'),
        JSON.stringify(roots),
        publicBytesOf(key).toString('hex'),
        sign(null, Buffer.from(text), key).toString('base64url'),
        secret,
      ],
    );
    if (written.length === 0) return;
    for (const [currency, tree] of trees) await writeTree(tx, day, currency, tree);
    await tx.query(`delete from funds_leaf where day < $1::date - $2::int`, [day, BRANCHES_KEPT]);
    await tx.query(`delete from funds_tree where day < $1::date - $2::int`, [day, BRANCHES_KEPT]);
  });
}
