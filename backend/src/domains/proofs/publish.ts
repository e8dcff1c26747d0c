import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { amountOf, NO_PUBLICATION, publicationText, type Root, unitsOf } from '@tessera/api/proofs/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { publicBytesOf } from '../../platform/market/signing-key.ts';
import { buildTree, type Owner, type Tree } from './tree.ts';

/** Days for which users get their branches; the roots stay for ever. */
const BRANCHES_KEPT = 7;
/** Leaves that one statement writes. */
const ROWS_AT_ONCE = 10_000;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What each user owns, in all accounts and products, by currency. One statement: one moment for all. */
async function readOwners(sql: Sql): Promise<ReadonlyMap<string, Owner[]>> {
  const rows = await sql.query<{ user_id: string; uid: string; currency: string; sum: string }>(
    `select a.user_id, u.uid, a.currency, sum(a.balance) as sum
       from ledger_account a join user_account u on u.id = a.user_id
      where a.owner_kind = 'user'
      group by a.user_id, u.uid, a.currency having sum(a.balance) <> 0`,
  );
  const owners = new Map<string, Owner[]>();
  for (const { user_id: userId, uid, currency, sum } of rows) {
    const all = owners.get(currency) ?? [];
    all.push({ userId, uid, sum: unitsOf(sum) });
    owners.set(currency, all);
  }
  return owners;
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
  const trees: [currency: string, tree: Tree][] = [];
  for (const [currency, owners] of [...(await readOwners(database))].sort(([a], [b]) => (a < b ? -1 : 1)))
    trees.push([currency, await buildTree({ day, currency, secret }, owners)]);
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
