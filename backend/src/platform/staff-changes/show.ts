import { contract, type Output } from '@tessera/api/contract';
import { cmp } from '@tessera/money';
import type { Database } from '../db/database.ts';
import type { Ports } from '../ports.ts';
import type { StaffMember } from '../session/read-session.ts';
import { currentValues, textOf } from './current-values.ts';
import { readAs } from './run.ts';
import { isSameMember } from './second-member.ts';
import { type ChangeDelays, callOf, listStaffChanges, type WireChange } from './store.ts';

type Parts = { readonly database: Database; readonly ports: Pick<Ports, 'staffHandler'> };
type Shown = Output<'GET /staff/changes'>['list'][number];
type Action = Shown['actions'][number];

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const isSame = (a: string, b: string): boolean => a === b || (DECIMAL.test(a) && DECIMAL.test(b) && cmp(a, b) === 0);

/** How the platform is read for a member, each call once. */
function readsFor(parts: Parts, member: StaffMember, now: number) {
  const done = new Map<string, Promise<unknown>>();
  return (callId: string): Promise<unknown> => {
    const reading = done.get(callId) ?? readAs(parts, callId, member, now);
    done.set(callId, reading);
    return reading;
  };
}

async function valuesOf(change: WireChange, read: ReturnType<typeof readsFor>) {
  const policy = callOf(change.call)?.staff;
  const current = policy?.members === 2 ? policy.current : null;
  // One that has ended replaced what nothing shows any more.
  if (!current || change.ended_at !== null) return { values: null, names: [] };
  const values = currentValues(current, JSON.parse(change.input), await read(current.read));
  const names = (current.names ?? []).flatMap((name) => (values?.[name] === undefined ? [] : [textOf(values[name])]));
  return { values, names };
}

async function actionsOf({ database }: Parts, change: WireChange, member: StaffMember, now: number): Promise<Action[]> {
  const waits = change.state === 'proposed' && change.expires_at > now;
  if (!waits && change.state !== 'approved') return [];
  if (!callOf(change.call)?.staff?.roles.some((role) => role === member.role)) return [];
  if (change.proposed_by_id === member.id) return ['withdraw'];
  const approvable = waits && !(await isSameMember(database, change.proposed_by_id, member.id));
  return approvable ? ['approve', 'reject'] : ['reject'];
}

/** The calls whose changes a member reads; null for all. Support and developers read those that they may decide: they do not set terms by which money moves. */
const readableCalls = ({ role }: StaffMember): string[] | null =>
  role === 'support' || role === 'developer'
    ? Object.keys(contract).filter((callId) => callOf(callId)?.staff?.roles.some((each) => each === role))
    : null;

/** Changes as a member reads them: what each would replace, and what the member may do with it. */
export async function shownChanges(
  parts: Parts,
  member: StaffMember,
  delays: ChangeDelays,
  now: number,
): Promise<Shown[]> {
  const read = readsFor(parts, member, now);
  const changes = await listStaffChanges(parts.database, delays, readableCalls(member));
  return Promise.all(
    changes.map(async (change) => {
      const { values, names } = await valuesOf(change, read);
      const input: Readonly<Record<string, unknown>> = JSON.parse(change.input);
      const terms = Object.entries(input).flatMap(([name, value]) => {
        if (name === 'reason' || value === null) return [];
        const after = textOf(value);
        const known = values?.[name];
        const before = known === undefined || known === null ? null : textOf(known);
        return [{ name, before: before !== null && isSame(before, after) ? after : before, after }];
      });
      return {
        ...change,
        title: callOf(change.call)?.summary ?? change.call,
        terms,
        subject: names,
        actions: await actionsOf(parts, change, member, now),
      };
    }),
  );
}
