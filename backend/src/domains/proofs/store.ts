import type { BalanceProof } from '@tessera/api/proofs';
import { amountOf, branchOf, NODE_BYTES, PADDING, type Root } from '@tessera/api/proofs/rules';
import type { UtcDay } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { readNode, saltOf } from './tree.ts';

type PublicationRow = {
  day: UtcDay;
  at: number;
  previous: string;
  digest: string;
  roots: Root[];
  key: string;
  signature: string;
};

const COLUMNS = 'day, at, previous, digest, roots, key, signature';

const toWire = (row: PublicationRow): BalanceProof['publication'] => ({ id: row.day, ...row });

export async function listPublications(sql: Sql, { page, limit }: Page) {
  const { rows, total } = await pageOf<PublicationRow>(sql, {
    select: COLUMNS,
    from: 'funds_publication',
    whole: 'one is written a day',
    order: 'day desc',
    values: [],
    page,
    limit,
  });
  return { list: rows.map(toWire), page, limit, total };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The leaf and the nodes beside its path. */
async function readBranch(sql: Sql, day: string, currency: string, leaves: number, position: number) {
  const places = [position, ...branchOf(leaves, position)];
  const offsets = places.map((place) => (place === null ? null : place * NODE_BYTES + 1));
  const rows = await sql.query<{ node: Buffer | null }>(
    `select substr(t.nodes, p.at, $4) as node
       from funds_tree t, unnest($3::int[]) with ordinality p (at, place)
      where t.day = $1 and t.currency = $2 order by p.place`,
    [day, currency, offsets, NODE_BYTES],
  );
  return rows.map(({ node }) => (node === null ? PADDING : readNode(node)));
}

/** What proves that the last publication counts all balances of a user; null until there is one. */
export async function readBalanceProof(
  sql: Sql,
  user: { readonly id: string; readonly uid: string },
): Promise<BalanceProof | null> {
  const [last] = await sql.query<PublicationRow & { secret: Buffer }>(
    `select ${COLUMNS}, secret from funds_publication order by day desc limit 1`,
  );
  if (!last) return null;
  const { secret, ...publication } = last;
  const leaves = await sql.query<{ currency: string; position: number; leaves: number }>(
    `select l.currency, l.position, t.leaves
       from funds_leaf l join funds_tree t on t.day = l.day and t.currency = l.currency
      where l.day = $1 and l.user_id = $2 order by l.currency`,
    [last.day, user.id],
  );
  const balances: BalanceProof['balances'] = [];
  for (const { currency, position, leaves: count } of leaves) {
    const [own = PADDING, ...beside] = await readBranch(sql, last.day, currency, count, position);
    balances.push({
      currency,
      amount: amountOf(own.sum),
      salt: hexOf(saltOf(secret, currency, user.uid)),
      index: position,
      path: beside.map(({ hash, sum }) => ({ hash: hexOf(hash), sum: amountOf(sum) })),
    });
  }
  return { version: 1, publication: toWire(publication), uid: user.uid, balances };
}
