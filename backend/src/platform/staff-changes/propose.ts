import type { Call } from '@tessera/api/kit';
import { asLine } from '../as-line.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Ports } from '../ports.ts';
import type { By } from '../staff-command.ts';
import { announceChange } from './announce.ts';
import { runHandler } from './run.ts';
import {
  type ChangeDelays,
  expireChanges,
  hashOf,
  recordStep,
  WAITS_FOR,
  type WireChange,
  wireChange,
} from './store.ts';

export type Staged = { readonly call: Call; readonly callId: string; readonly input: object };

type Parts = {
  readonly database: Database;
  readonly ports: Pick<Ports, 'staffHandler' | 'runsAlone' | 'changeSteps'>;
  readonly settings: ChangeDelays;
};

const SHOWN = 120;

const shortened = (value: unknown): string => {
  const text = asLine(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** `options/term: seconds=60 profit_ratio=0.9` */
export const summaryOf = ({ call, input }: Pick<Staged, 'call' | 'input'>): string =>
  `${call.path.replace('/staff/', '')}: ${Object.entries(input)
    .filter(([name, value]) => name !== 'reason' && value !== undefined)
    .map(([name, value]) => `${name}=${shortened(value)}`)
    .join(' ')}`;

/** Undoes what a change did to find out whether it could run. */
class Tried extends Error {
  override name = 'Tried';
}

/** Rejects as the change would, now: a proposal that cannot run is refused when it is made. */
export async function tryOut(parts: Parts, staged: Staged, by: By): Promise<void> {
  try {
    await parts.database.transaction(async (tx) => {
      await runHandler(parts, tx, staged, by);
      throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
  }
}

async function store(
  tx: Transaction,
  { callId, call, input }: Staged,
  by: By,
  { settings: delays, ports }: Parts,
): Promise<WireChange> {
  const hash = hashOf(callId, input);
  await expireChanges(tx, by.at, { call: callId, hash });
  const given: unknown = Reflect.get(input, 'reason');
  const reason = typeof given === 'string' ? given : '';
  const [row] = await tx.query<{ id: string }>(
    `insert into staff_change (call, input, hash, summary, reason, proposed_by, proposed_at, expires_at)
     values ($1, $2::jsonb, $3, $4, $5, $6, $7, $8)
     on conflict (call, hash) where state in ('proposed', 'approved') do nothing returning id`,
    [
      callId,
      JSON.stringify(input),
      hash,
      summaryOf({ call, input }),
      reason,
      by.staffId,
      new Date(by.at),
      new Date(by.at + WAITS_FOR),
    ],
  );
  if (!row) {
    // The same is open: it stays as it was proposed first, and this is no approval of it.
    const [open] = await tx.query<{ id: string }>(
      `select id from staff_change where call = $1 and hash = $2 and state in ('proposed', 'approved')`,
      [callId, hash],
    );
    return wireChange(tx, open?.id ?? '0', delays);
  }
  await recordStep(tx, 'propose', { id: row.id, reason: `${summaryOf({ call, input })}: ${reason}` }, by);
  await ports.changeSteps(callId)?.proposed(tx, { id: row.id, input, by });
  return announceChange(tx, row.id, delays, 'was proposed');
}

/** Stores a change that another member decides. Nothing takes effect before. */
export async function proposeChange(parts: Parts, staged: Staged, by: By): Promise<WireChange> {
  await tryOut(parts, staged, by);
  return parts.database.transaction((tx) => store(tx, staged, by, parts));
}

/** Whether one member may do this alone, as it only restricts. */
export const runsAlone = async (
  { database, ports }: { readonly database: Database; readonly ports: Pick<Ports, 'runsAlone'> },
  { callId, input }: Staged,
): Promise<boolean> => (await ports.runsAlone(callId)?.(database, input)) ?? false;
