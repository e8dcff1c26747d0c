import { contract } from '@tessera/api/contract';
import { type Call, type StaffPolicy, staffQueues, staffRoles } from '@tessera/api/kit';
import { becauseOne } from '@tessera/registry-api';
import { replacePart } from '../progress/document.ts';
import { cell } from './document.ts';

const rolesOf = ({ roles }: StaffPolicy): string =>
  staffRoles.every((role) => roles.includes(role))
    ? 'all'
    : staffRoles.filter((role) => roles.includes(role)).join(', ');

function factorOf({ confirmed }: StaffPolicy): string {
  if (typeof confirmed === 'boolean') return confirmed ? 'yes' : '–';
  const { field, values } = confirmed.unless;
  return `unless \`${field}\` is ${values.map((value) => `\`${value}\``).join(', ')}`;
}

const DELAYS = {
  standard: 'After `STAFF_CHANGE_DELAY`.',
  'factor removal': 'After `FACTOR_REMOVAL_HOURS`, unless the user stops it.',
  none: 'At once.',
} as const;

/** Why one member is enough, or how long what two decide takes, and what one of them may do alone. */
function membersOf(policy: StaffPolicy): readonly [string, string] {
  if (policy.members === 1) return ['one', policy.because];
  const delay = DELAYS[policy.delay];
  return ['two', policy.alone === undefined ? delay : `${delay} Alone: ${policy.alone}`];
}

const rowOf = (callId: string, policy: StaffPolicy): string =>
  `| ${[`\`${callId}\``, rolesOf(policy), factorOf(policy), ...membersOf(policy)].map(cell).join(' | ')} |`;

/** Calls that change something, then those that read. */
function tableOfStaffCalls(): string {
  const calls = Object.entries<Call>(contract).flatMap(([callId, { method, staff }]) =>
    staff ? [{ callId, staff, reads: method === 'GET' }] : [],
  );
  const rows = calls
    .toSorted((a, b) => Number(a.reads) - Number(b.reads) || (a.callId < b.callId ? -1 : 1))
    .map(({ callId, staff }) => rowOf(callId, staff));
  return [
    '| Call | Roles | Second factor | Members | Why one is enough; when two take effect |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** What a decision in each queue takes. */
function tableOfQueues(): string {
  const rows = Object.entries(staffQueues).flatMap(([name, policy]) =>
    (['approve', 'reject'] as const).map((verdict) => {
      const decided = policy[verdict];
      const members = decided.members === 2 ? ['two', decided.when] : ['one', decided.because];
      return `| ${[`\`${name}\``, verdict, ...members].map(cell).join(' | ')} |`;
    }),
  );
  return ['| Queue | Decision | Members | Why one is enough; when two decide |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** What the registry does for one member. */
const tableOfReleases = (): string =>
  [
    '| Call | Why one is enough |',
    '|---|---|',
    ...Object.entries(becauseOne).map(([callId, why]) => `| \`${callId}\` | ${cell(why)} |`),
  ].join('\n');

/** `docs/security.md` with its tables of staff calls, of queues and of releases as the contracts have them. */
export const withStaffCalls = (document: string): string =>
  [
    ['staff calls', tableOfStaffCalls()],
    ['queues', tableOfQueues()],
    ['releases', tableOfReleases()],
  ].reduce((text, [name = '', table = '']) => replacePart(text, name, table), document);
