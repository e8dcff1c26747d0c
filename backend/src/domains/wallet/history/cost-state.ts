import { add, cmp, mul } from '@tessera/money';
import type { Database, Sql } from '../../../platform/db/database.ts';
import { inBatches } from '../../../platform/process/batches.ts';
import { type Change, NONE, type Position, positionsOf, UNIT } from './cost.ts';
import type { PriceAt } from './flows.ts';

/*
 * Positions of a user without a replay of the whole ledger: what journals of the past came to is stored, and only those
 * since are read. A journal counts as past once it is older than transactions and minutes take, so its prices and its
 * place in the order are final. What is stored is used only if, with the journals since, it comes to the balances that
 * the user has in every currency; else all is read anew.
 */

const MINUTE = 60_000;
/** ms after which no journal is committed before it any more, and its minute has a final price. */
const SETTLES = 5 * MINUTE;
/** Changes that are counted before others of the process have their turn. */
const AT_ONCE = 2_000;

type Positions = ReadonlyMap<string, Position>;
type State = { readonly entryId: bigint; readonly positions: Positions };
const NOTHING: State = { entryId: 0n, positions: new Map() };

/** A journal's changes, and the first and last of its entries. */
type Step = { readonly at: number; readonly first: bigint; readonly last: bigint; readonly changes: readonly Change[] };

type Row = {
  readonly journal: string | null;
  readonly kind: Change['kind'];
  readonly at: number;
  readonly reference: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly first: string;
  readonly last: string | null;
};

async function storedState(sql: Sql, userId: string): Promise<State> {
  const [row] = await sql.query<{ entry_id: string; positions: Record<string, Position> }>(
    'select entry_id, positions from cost_state where user_id = $1',
    [userId],
  );
  return row ? { entryId: BigInt(row.entry_id), positions: new Map(Object.entries(row.positions)) } : NOTHING;
}

const store = (sql: Sql, userId: string, { entryId, positions }: State): Promise<unknown> =>
  sql.query(
    `insert into cost_state (user_id, entry_id, positions) values ($1, $2, $3)
     on conflict (user_id) do update set entry_id = excluded.entry_id, positions = excluded.positions`,
    [userId, entryId, JSON.stringify(Object.fromEntries(positions))],
  );

/**
 * Journals with entries after one, in their order, and what the user has by then: of one instant. What only moved between
 * the user's own accounts changes nothing and is not among them: it costs nothing, so there may be millions of it. Of it
 * there is the last entry that is past.
 */
async function readSince(sql: Sql, { userId, now }: Pick<Reading, 'userId' | 'now'>, entryId: bigint) {
  const rows = await sql.query<Row>(
    `with own as (
       select id, currency, balance from ledger_account where owner_kind = 'user' and user_id = $1
     ), since as (
       select e.journal_id, e.currency, sum(e.amount) as amount, min(e.id) as first, max(e.id) as last
         from own o join ledger_entry e on e.account_id = o.id and e.id > $2
        group by e.journal_id, e.currency
     )
     select s.journal_id as journal, j.kind, j.at, j.reference, s.currency, s.amount, s.first, s.last
       from since s join journal j on j.id = s.journal_id where s.amount <> 0
     union all
     select null, null, null, null, currency, sum(balance), null,
            (select max(s.last) from since s join journal j on j.id = s.journal_id where s.amount = 0 and j.at <= $3)
       from own group by currency
     order by journal, currency`,
    [userId, entryId, new Date(now - SETTLES)],
  );
  const steps: Step[] = [];
  const balances = new Map<string, string>();
  let unchanged = entryId;
  let before: string | null = null;
  for (const { journal, first, last, ...change } of rows) {
    if (journal === null) {
      balances.set(change.currency, change.amount);
      if (last !== null) unchanged = BigInt(last);
      continue;
    }
    const own = { ...change, journal };
    const step = steps.at(-1);
    const [from, to] = [BigInt(first), BigInt(last as string)];
    if (step && before === journal) {
      steps[steps.length - 1] = {
        ...step,
        first: from < step.first ? from : step.first,
        last: to > step.last ? to : step.last,
        changes: [...step.changes, own],
      };
    } else steps.push({ at: change.at, first: from, last: to, changes: [own] });
    before = journal;
  }
  return { steps, balances, unchanged };
}

/**
 * How many of the steps are past. Entries of journals that were written at the same time may lie between each other: those
 * that are past come before all others.
 */
export function settledSteps(steps: readonly Pick<Step, 'at' | 'first' | 'last'>[], now: number): number {
  const open = steps.findIndex(({ at }) => at > now - SETTLES);
  const most = open < 0 ? steps.length : open;
  let greatest = 0n;
  const upTo = steps.map(({ last }) => (greatest = last > greatest ? last : greatest));
  let settled = 0;
  let least: bigint | null = null;
  for (let index = steps.length; index > 0 && settled === 0; index--) {
    if (index <= most && (least === null || (upTo[index - 1] as bigint) < least)) settled = index;
    const { first } = steps[index - 1] as Step;
    if (least === null || first < least) least = first;
  }
  return settled;
}

type Reading = {
  readonly database: Database;
  readonly userId: string;
  /** Unix ms. */
  readonly now: number;
  readonly price: PriceAt;
};

/** The positions after further steps, valued at the price of each one's minute. */
async function after(before: Positions, steps: readonly Step[], price: PriceAt): Promise<Positions> {
  const prices = new Map<string, string>();
  const endOf = (at: number) => (Math.floor(at / MINUTE) + 1) * MINUTE;
  let positions = before;
  for await (const batch of inBatches(steps, AT_ONCE)) {
    const changes = batch.flatMap((step) => step.changes).filter(({ amount }) => cmp(amount, '0') !== 0);
    for (const { currency, at } of changes) {
      const key = `${currency} ${endOf(at)}`;
      if (prices.has(key)) continue;
      prices.set(key, currency === UNIT ? '1' : ((await price(currency, endOf(at))) ?? '0'));
    }
    const counted = new Map(
      positionsOf(changes, (code, amount, at) => mul(amount, prices.get(`${code} ${endOf(at)}`) ?? '0'), positions),
    );
    // The unit has no cost, but its amount is compared with the balance as well.
    for (const { currency, amount } of changes) {
      if (currency !== UNIT) continue;
      const { amount: held } = counted.get(UNIT) ?? NONE;
      counted.set(UNIT, { ...NONE, amount: add(held, amount) });
    }
    positions = counted;
  }
  return positions;
}

const fits = (positions: Positions, balances: ReadonlyMap<string, string>): boolean =>
  [...new Set([...positions.keys(), ...balances.keys()])].every(
    (currency) => cmp(positions.get(currency)?.amount ?? '0', balances.get(currency) ?? '0') === 0,
  );

async function count({ database, userId, now, price }: Reading, from: State) {
  const { steps, balances, unchanged } = await readSince(database, { userId, now }, from.entryId);
  const past = steps.slice(0, settledSteps(steps, now));
  const settled = await after(from.positions, past, price);
  const positions = await after(settled, steps.slice(past.length), price);
  let { entryId } = from;
  for (const { last } of past) if (last > entryId) entryId = last;
  if (unchanged > entryId && steps.slice(past.length).every(({ first }) => first > unchanged)) entryId = unchanged;
  return { positions, state: { entryId, positions: settled }, fits: fits(positions, balances) };
}

/** What a user holds of each currency, its cost and what was realised, as a replay of all journals has it. */
export async function currentPositions(reading: Reading): Promise<Positions> {
  const { database, userId } = reading;
  const from = await storedState(database, userId);
  let counted = await count(reading, from);
  if (!counted.fits && from !== NOTHING) counted = await count(reading, NOTHING);
  if (counted.fits && counted.state.entryId !== from.entryId) await store(database, userId, counted.state);
  return counted.positions;
}
