import { changeChain, changeNetwork, changeToken, rescan } from '../../src/domains/chains/change.ts';
import { listTokens, watchOf } from '../../src/domains/chains/index.ts';
import { chainOf } from '../../src/domains/chains/store.ts';
import { openCatalogue } from '../../src/domains/instruments/index.ts';
import { readConfiguration, writeSettings } from '../../src/domains/site/index.ts';
import { standIn } from '../../src/domains/staff/members.ts';
import { connect, type Database, type Transaction } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import type { By } from '../../src/platform/staff-command.ts';
import type { Nodes } from './nodes.ts';

type Place = { readonly databaseUrl: string | undefined; readonly dataDir: string };

const REASON = 'local chains';
/** Blocks; with a block every three seconds a deposit is credited within 20. */
export const CONFIRMATIONS = 6;
/** What leaves an account to addresses within 24 hours without staff, USDT. */
const WITHOUT_STAFF = '10000';

/** The database of a platform that runs. */
async function withDatabase<T>({ databaseUrl, dataDir }: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const embedded = databaseUrl ? null : await startEmbeddedPostgres(dataDir);
  const database = connect({
    ...(embedded ? embedded.connection : { connectionString: databaseUrl }),
    max: 2,
    onLost: ({ message }) => console.error(`the database connection was lost: ${message}`),
  });
  try {
    return await work(database);
  } finally {
    await database.close();
    if (embedded && !embedded.reused) await embedded.stop();
  }
}

async function setIdentity(tx: Transaction, chain: 'bitcoin' | 'ethereum', identity: string, by: By): Promise<void> {
  if ((await chainOf(tx, chain)).identity !== identity) {
    await changeChain(tx, { chain, identity, reason: REASON }, by);
  }
}

/** The signer pays without staff what is below a limit; one that is set already stays. */
async function payWithoutStaff(tx: Transaction, { staffId, at }: By): Promise<void> {
  if ((await readConfiguration(tx)).withdrawalAutomatic !== '0') return;
  await writeSettings(tx, { withdrawal_automatic: WITHOUT_STAFF });
  await tx.query(`insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)`, [
    staffId,
    'setting.change',
    'withdrawal_automatic',
    `withdrawal_automatic=${WITHOUT_STAFF}: ${REASON}`,
    new Date(at),
  ]);
}

async function confirmationsOf(tx: Transaction, currency: string, network: string): Promise<number | undefined> {
  const [row] = await tx.query<{ confirmations: number }>(
    'select confirmations from deposit_network where currency = $1 and network = $2',
    [currency, network],
  );
  return row?.confirmations;
}

/**
 * Reads a chain on from its newest block where it is another one than was read before: its folder was deleted, or it lost
 * its last blocks as it was killed.
 */
async function followNew(
  database: Database,
  chain: 'bitcoin' | 'ethereum',
  hashAt: (height: number) => Promise<string | null>,
  by: By,
): Promise<void> {
  const height = (await watchOf(database, chain))?.height ?? null;
  if (height === null) return;
  const [read] = await database.query<{ hash: string }>(
    'select hash from chain_block where chain = $1 and height = $2',
    [chain, height],
  );
  if (read && (await hashAt(height)) !== read.hash) {
    await database.transaction((tx) => rescan(tx, { chain, from: 0, reason: REASON }, by));
  }
}

export type HashAt = (height: number) => Promise<string | null>;

/** Sets the platform up for its local chains, as staff would by their commands; what is so already is left alone. */
export async function configure(
  place: Place,
  nodes: Pick<Nodes, 'ethereum' | 'bitcoin'>,
  hashes: { readonly ethereum: HashAt; readonly bitcoin: HashAt },
): Promise<void> {
  await withDatabase(place, async (database) => {
    const { id: staffId } = await standIn(database, 'command-line');
    const by: By = { staffId, at: Date.now() };
    const catalogue = (await openCatalogue({ database, now: Date.now })).current();
    await database.transaction((tx) => payWithoutStaff(tx, by));
    const token = nodes.ethereum?.token;
    if (token) {
      await followNew(database, 'ethereum', hashes.ethereum, by);
      await database.transaction(async (tx) => {
        await setIdentity(tx, 'ethereum', '31337', by);
        const listed = (await listTokens(tx, 'ethereum')).find(({ currency }) => currency === 'USDT');
        if (listed?.contract?.toLowerCase() !== token.toLowerCase()) {
          await changeToken(
            tx,
            catalogue,
            { chain: 'ethereum', currency: 'USDT', contract: token, decimals: 6, reason: REASON },
            by,
          );
        }
        for (const currency of ['USDT', 'ETH']) {
          if ((await confirmationsOf(tx, currency, 'ERC20')) === CONFIRMATIONS) continue;
          await changeNetwork(
            tx,
            catalogue,
            { chain: 'ethereum', currency, network: 'ERC20', confirmations: CONFIRMATIONS, reason: REASON },
            by,
          );
        }
      });
    }
    if (nodes.bitcoin) {
      await followNew(database, 'bitcoin', hashes.bitcoin, by);
      await database.transaction((tx) => setIdentity(tx, 'bitcoin', 'regtest', by));
    }
  });
}
