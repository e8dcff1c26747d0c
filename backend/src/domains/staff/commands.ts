import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ErrorParams } from '@tessera/api/errors';
import { staffRoles } from '@tessera/api/kit';
import { describeAction, EVERY, type ReleaseRight, releaseActions } from '@tessera/api/kit/rights';
import { asLine } from '../../platform/as-line.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';
import type { QueueItem, QueueStatus, StaffQueue } from '../../platform/queues.ts';
import { approveChange, endChange } from '../../platform/staff-changes/decide.ts';
import { proposeChange, runsAlone } from '../../platform/staff-changes/propose.ts';
import {
  type ChangeDelays,
  listStaffChanges,
  type WireChange,
  wireChange,
} from '../../platform/staff-changes/store.ts';
import { CommandError, type StaffCommand } from '../../platform/staff-command.ts';
import { restoreTrader, suspendTrader } from '../copytrading/index.ts';
import { endDemoUser } from '../identity/index.ts';
import { resetFactor } from './factor-reset.ts';
import { createMember, memberIdOf, StaffAccountError, setDisabled, standIn } from './members.ts';
import { recordAction, takeDecision, type Verdict, waitingIn } from './queues.ts';
import { endRight, type GrantedRight, grantedRights, grantRight } from './release-rights.ts';

export const USAGE = `Decisions of staff, made on the command line.

  queues                                                 what staff decide, and how many items wait
  list <queue> [--status pending|approved|rejected]      items of a queue; those that wait unless asked otherwise
  show <queue> <id>                                      one item with the names of its pictures
  pictures <queue> <id> --to <folder>                    writes its pictures into a folder; delete them after the review
  approve <queue> <id> [--amount <number>] [--txid <id>] approve it; a deposit credits what really came in, for the
                                                         transaction of that id. More than was claimed, or more than
                                                         the limit for one member, waits for a second member: decisions
                                                         made here count as those of one. A payout records what
                                                         was paid: the transaction, or the bank's reference
  reject <queue> <id> --why "<reason>"                   reject it; the user reads the reason
  create-staff <e-mail> --name "<name>" --role <role>    ${staffRoles.join(', ')}; the password comes from STAFF_PASSWORD
                                                         or is asked for. A reviewer decides queues, treasury those
                                                         about money and the terms of instruments, duty halts
                                                         instruments and pauses services, an operator moves
                                                         releases, an admin does all, support reads. A developer
                                                         has the rights that are granted
  rights [<e-mail>]                                      the rights to releases that were granted
  grant-right <e-mail> <right> <remote> --environment <name> --why "<reason>"
                                                         lets a member ${releaseActions.join(', ')} (ramp: up to
                                                         --percent <n>) that remote, host, or '*' for all remotes, in
                                                         that environment, or '*'; [--from <date>] [--until <date>]
  end-right <id> --why "<reason>"                        ends one at once
  reset-factor <e-mail> --why "<reason>"                 removes a lost second factor; the next log-in sets up another
  end-demonstration --why "<reason>"                     disables the user of a demonstration, whose password is
                                                         published; real money is refused until then
  suspend-trader <uid> --why "<reason>"                   the trader has no followers any more; open copies follow their
                                                         source to its end; restore-trader takes it back
  disable-staff <e-mail>                                 ends their sessions; enable-staff <e-mail> lets them log in,
                                                         however many wrong passwords were tried
  changes                                                changes that take a second member, and what became of them
  approve-change <id> --why "<reason>"                   approve one that another member proposed; reject-change ends it,
                                                         approved or not, until it takes effect
  commands                                               further commands: products, their terms, and the house's funds
`;

export { CommandError } from '../../platform/staff-command.ts';

export type CommandContext = {
  readonly database: Database;
  readonly queues: readonly StaffQueue[];
  /** Commands of the domains; none by default. */
  readonly commands?: readonly StaffCommand[];
  /** How changes of two members are proposed. */
  readonly changes?: Pick<Ports, 'staffHandler' | 'runsAlone' | 'changeSteps' | 'ownAccount' | 'staffSubjects'>;
  readonly changeDelays?: ChangeDelays;
  /** Unix ms. */
  readonly now: () => number;
  readonly print: (line: string) => void;
  readonly readPassword: () => Promise<string>;
  /** Content of an upload; null if it is gone. */
  readonly readUpload: (name: string) => Promise<Uint8Array | null>;
};

const HOUR = 3_600_000;
/** Those of the settings unless they say otherwise. */
const DELAYS: ChangeDelays = { staffChangeDelayMs: HOUR, factorRemovalDelayMs: 72 * HOUR };

type Options = Partial<
  Record<
    'status' | 'why' | 'amount' | 'txid' | 'name' | 'role' | 'to' | 'environment' | 'percent' | 'from' | 'until',
    string
  >
>;
type Command = (context: CommandContext, subjects: readonly string[], options: Options) => Promise<void>;

const date = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

function queueOf({ queues }: CommandContext, [name]: readonly string[]): StaffQueue {
  const queue = queues.find((each) => each.name === name);
  if (queue) return queue;
  const names = queues.map((each) => each.name).join(', ');
  throw new CommandError(name ? `there is no queue ${name}; there is: ${names}` : `which queue? One of ${names}`);
}

function idOf([, id]: readonly string[]): string {
  if (!id || !/^[1-9]\d{0,17}$/.test(id)) throw new CommandError('which one? Give its id');
  return id;
}

function reasonOf({ why }: Options): string {
  if (!why?.trim()) throw new CommandError('say why: --why "…"; the user reads it');
  return why.trim();
}

const statuses = ['pending', 'approved', 'rejected'] as const satisfies readonly QueueStatus[];

const detailsOf = ({ details }: Pick<QueueItem, 'details'>): string =>
  details.map(({ name, value }) => `${name} ${asLine(value)}`).join('  ');

function lineOf(item: QueueItem): string {
  const decided = item.reviewer ? `  by ${item.reviewer}${item.reason ? `: ${asLine(item.reason)}` : ''}` : '';
  return `#${item.id}  ${date(item.createdAt)}  user ${item.user.uid}  ${detailsOf(item)}  ${item.status}${decided}`;
}

const queues: Command = async ({ database, queues: all, print }) => {
  for (const queue of all) print(`${queue.name}: ${await waitingIn(database, queue)} pending`);
};

const list: Command = async (context, subjects, { status = 'pending' }) => {
  const queue = queueOf(context, subjects);
  const wanted = statuses.find((each) => each === status);
  if (!wanted) throw new CommandError(`--status is one of ${statuses.join(', ')}`);
  const { items, total } = await queue.list(context.database, { status: wanted, page: 1, limit: 100 });
  for (const item of items) context.print(lineOf(item));
  context.print(total > items.length ? `${items.length} of ${total}` : `${total} ${wanted}`);
};

const show: Command = async (context, subjects) => {
  const item = await queueOf(context, subjects).show(context.database, idOf(subjects));
  if (!item) throw new DomainError('not_found', { field: 'id' });
  const warnings = item.warnings.map(({ code, items }) =>
    [code.replaceAll('_', ' '), ...(items.length === 0 ? [] : [`#${items.join(', #')}`])].join(': '),
  );
  for (const line of [lineOf(item), `account ${asLine(item.user.accountName)}`, ...item.pictures, ...warnings]) {
    context.print(line);
  }
};

const pictures: Command = async (context, subjects, { to }) => {
  const { database, now, print, readUpload } = context;
  const queue = queueOf(context, subjects);
  const id = idOf(subjects);
  if (!to) throw new CommandError('where to? Give a folder: --to');
  const item = await queue.show(database, id);
  if (!item) throw new DomainError('not_found', { field: 'id' });
  const member = await standIn(database, 'command-line');
  for (const location of item.pictures) {
    const name = basename(location);
    const action = { action: 'view', staffId: member.id, reason: name, at: now() } as const;
    await recordAction(database, { queue: queue.name, id }, action);
    const content = await readUpload(name);
    if (!content) throw new CommandError(`the picture ${name} is not in the storage`);
    const path = join(to, name);
    await mkdir(to, { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
    print(path);
  }
};

async function decide(context: CommandContext, subjects: readonly string[], verdict: Verdict): Promise<void> {
  const { database, now, print } = context;
  const queue = queueOf(context, subjects);
  const id = idOf(subjects);
  if (verdict.approve && (verdict.amount ?? verdict.txid) !== undefined && !queue.takesAmount) {
    throw new CommandError(`the queue ${queue.name} takes no --amount and no --txid`);
  }
  const member = await standIn(database, 'command-line');
  const item = await takeDecision(database, queue, id, verdict, member, now());
  const reason = item.reason ? `: ${item.reason}` : item.approval ? ', waits for a second member' : '';
  print(`#${id} ${item.status}${reason}  user ${item.user.uid}  ${detailsOf(item)}`);
}

const approve: Command = async (context, subjects, { amount, txid }) => {
  if (amount !== undefined && !(/^\d{1,18}(\.\d{1,18})?$/.test(amount) && /[1-9]/.test(amount))) {
    throw new CommandError('--amount is a number above zero');
  }
  await decide(context, subjects, { approve: true, amount, txid });
};

const reject: Command = async (context, subjects, options) => {
  await decide(context, subjects, { approve: false, reason: reasonOf(options) });
};

const createStaff: Command = async ({ database, now, print, readPassword }, [account], { name, role }) => {
  if (!account) throw new CommandError('whose account? Give an e-mail address');
  if (!name) throw new CommandError('--name is missing');
  const known = staffRoles.find((each) => each === role);
  if (!known) throw new CommandError(`--role is one of ${staffRoles.join(', ')}`);
  const id = await createMember(database, { account, name, role: known, password: await readPassword() }, now());
  print(`staff member #${id}: ${account}, ${known}`);
};

const switchStaff =
  (disabled: boolean): Command =>
  async ({ database, now, print }, [account]) => {
    if (!account) throw new CommandError('whose account? Give an e-mail address');
    await setDisabled(database, account, disabled, now());
    print(`${account} is ${disabled ? 'disabled' : 'enabled'}`);
  };

/** For the last admin, whom no other member can help; recorded as done on the command line. */
const resetStaffFactor: Command = async ({ database, now, print }, [account], options) => {
  if (!account) throw new CommandError('whose factor? Give an e-mail address');
  const reason = options.why?.trim();
  if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
  const { id: by } = await standIn(database, 'command-line');
  const id = await memberIdOf(database, account);
  await database.transaction((tx) => resetFactor(tx, { id, by, reason }, now()));
  print(`${account} sets up a new second factor at the next log-in`);
};

const rightLine = ({ id, account, remote, environment, from, until, ...right }: GrantedRight): string =>
  [
    `#${id}  ${account}  ${describeAction(right)}  ${remote === EVERY ? 'all remotes' : remote}`,
    environment === EVERY ? 'in every environment' : `in ${environment}`,
    from === null ? '' : `from ${date(from)}`,
    until === null ? '' : `until ${date(until)}`,
  ]
    .filter(Boolean)
    .join('  ');

const rights: Command = async ({ database, print }, [account]) => {
  const staffId = account ? await memberIdOf(database, account) : null;
  const granted = await grantedRights(database, staffId);
  for (const right of granted) print(rightLine(right));
  print(`${granted.length} granted; operators and admins have every right to releases but to publish besides`);
};

/** A time as an option names it. */
function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new CommandError(`${name} is a date: 2026-12-31 or 2026-12-31T18:00Z`);
  return at;
}

const grantStaffRight: Command = async ({ database, now, print }, [account, action, remote = ''], options) => {
  if (!account) throw new CommandError('whose right? Give an e-mail address');
  const known = releaseActions.find((each) => each === action);
  if (!known) throw new CommandError(`which right? One of ${releaseActions.join(', ')}`);
  const reason = options.why?.trim();
  if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
  const { id: by } = await standIn(database, 'command-line');
  const staffId = await memberIdOf(database, account);
  const right: ReleaseRight = {
    action: known,
    remote,
    environment: options.environment ?? '',
    percent: options.percent === undefined ? null : Number(options.percent),
    from: timeOf('--from', options.from),
    until: timeOf('--until', options.until),
  };
  const id = await database.transaction((tx) => grantRight(tx, staffId, right, { by, reason }, now()));
  print(rightLine({ ...right, id, account }));
};

const endStaffRight: Command = async ({ database, now, print }, [id = ''], options) => {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new CommandError('which one? Give its id');
  const reason = options.why?.trim();
  if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
  const { id: by } = await standIn(database, 'command-line');
  await database.transaction((tx) => endRight(tx, id, { by, reason }, now()));
  print(`the right #${id} is ended`);
};

/** So that a database that was a demonstration may be used beside real money. */
const endDemonstration: Command = async ({ database, now, print }, _, options) => {
  const reason = options.why?.trim();
  if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
  const { id: staffId } = await standIn(database, 'command-line');
  const ended = await database.transaction(async (tx) => {
    const outcome = await endDemoUser(tx, now());
    if (!outcome) throw new CommandError('there is no user of a demonstration who could log in');
    await tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
      staffId,
      'user.disable',
      'user:demonstration',
      reason,
      new Date(now()),
    ]);
    return outcome;
  });
  print(`the user of the demonstration is disabled; ${ended.sessions} sessions ended`);
  print('Its orders, copies and withdrawals are cancelled by the running backend: let it run before real money');
  print('Coins that it gave to others were never paid in either: the house owes them from its account grants');
};

/** What `name=value` arguments and `--why` say, as a call would send it. */
function changeOf(fields: readonly string[], { why }: Options): Record<string, string> {
  const reason = why?.trim();
  if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
  const pairs = fields.map((field) => {
    const at = field.indexOf('=');
    if (at < 1) throw new CommandError(`${field} is no change: <name>=<value>`);
    return [field.slice(0, at), field.slice(at + 1)];
  });
  return { ...Object.fromEntries(pairs), reason };
}

const rowOf = (row: object): string =>
  detailsOf({ details: Object.entries(row).map(([name, value]) => ({ name, value: String(value) })) });

/** A command of a domain; one that changes something is recorded as done on the command line. */
const domainCommand =
  (command: StaffCommand): Command =>
  async ({ database, now, print, changes, changeDelays = DELAYS }, fields, options) => {
    const { id: staffId } = await standIn(database, 'command-line');
    const [first, ...others] = fields;
    const { subject } = command;
    const named = subject === undefined || !first || first.includes('=') ? fields : [`${subject}=${first}`, ...others];
    const change = command.reads ? {} : changeOf(named, options);
    const by = { staffId, at: now() };
    const { call } = command;
    if (changes && call.staff?.members === 2) {
      const staged = { call, callId: `${call.method} ${call.path}`, input: command.read(change) };
      const parts = { database, ports: changes, settings: changeDelays };
      if (!(await runsAlone(parts, staged))) {
        const { id, summary } = await proposeChange(parts, staged, by);
        print(`#${id} is proposed, and waits for another member: ${summary}`);
        return;
      }
    }
    for (const row of await command.run(change, by)) print(rowOf(row));
  };

/** What a change would do, each value whole: it is decided by this. */
const termsOf = (input: string): string =>
  Object.entries(JSON.parse(input) as Readonly<Record<string, unknown>>)
    .filter(([name]) => name !== 'reason')
    .map(([name, value]) => `${name}=${asLine(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join(' ');

const lineOfChange = ({
  id,
  state,
  call,
  input,
  reason,
  proposed_by,
  expires_at,
  runs_at,
  failure,
}: WireChange): string =>
  [
    `#${id}  ${state}  ${call.slice(call.indexOf('/staff/') + '/staff/'.length)}: ${termsOf(input)}`,
    `by ${proposed_by}: ${asLine(reason)}`,
    runs_at === null ? '' : `from ${date(runs_at)}`,
    state === 'proposed' ? `waits until ${date(expires_at)}` : '',
    failure ?? '',
  ]
    .filter(Boolean)
    .join('  ');

const listOfChanges: Command = async ({ database, print, changeDelays = DELAYS }) => {
  for (const change of await listStaffChanges(database, changeDelays)) print(lineOfChange(change));
};

/** Decisions of the command line are those of one member, as its proposals are. */
const decideChange =
  (approves: boolean): Command =>
  async ({ database, now, print, changes, changeDelays: delays = DELAYS }, [id = ''], options) => {
    if (!/^[1-9]\d{0,17}$/.test(id)) throw new CommandError('which one? Give its id');
    const reason = options.why?.trim();
    if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
    if (!changes) throw new CommandError('changes are not decided here');
    const { id: staffId, role } = await standIn(database, 'command-line');
    const by = { staffId, at: now() };
    const { hash } = await wireChange(database, id, delays);
    const change = approves
      ? await approveChange({ database, ports: changes, delays }, { id, hash, reason }, role, by)
      : await endChange({ database, delays }, { id, reason }, role, by);
    print(lineOfChange(change));
  };

const furtherCommands: Command = async ({ commands: all = [], print }) => {
  for (const { name, usage } of all) print(`  ${name} ${usage}`);
};

/** Recorded as done on the command line. */
const decideTrader =
  (decision: typeof suspendTrader, done: string): Command =>
  async ({ database, now, print }, [uid], options) => {
    if (!uid) throw new CommandError('which trader? Give the UID');
    const reason = options.why?.trim();
    if (!reason) throw new CommandError('say why: --why "…"; it is recorded');
    const { id: staffId } = await standIn(database, 'command-line');
    await decision(database, { uid, staffId, reason, at: now() });
    print(`the trader ${uid} is ${done}`);
  };

const commands: Readonly<Record<string, Command>> = {
  queues,
  list,
  show,
  pictures,
  approve,
  reject,
  'create-staff': createStaff,
  'reset-factor': resetStaffFactor,
  rights,
  'grant-right': grantStaffRight,
  'end-right': endStaffRight,
  'end-demonstration': endDemonstration,
  commands: furtherCommands,
  changes: listOfChanges,
  'approve-change': decideChange(true),
  'reject-change': decideChange(false),
  'suspend-trader': decideTrader(suspendTrader, 'suspended'),
  'restore-trader': decideTrader(restoreTrader, 'a trader again'),
  'disable-staff': switchStaff(true),
  'enable-staff': switchStaff(false),
};

const reasons: Readonly<Record<string, (params: ErrorParams) => string>> = {
  not_found: () => 'there is none with this id',
  already_reviewed: () => 'it has been decided already',
  claimed_by_other: ({ name }) => `${name} is deciding it at the moment`,
  second_member_required: () => 'it needs the approval of another member',
  change_expired: () => 'it expired before another member approved it: propose it again',
  txid_invalid: () => '--txid is a transaction id: 64 characters, 0-9 and a-f',
  wrong_amount: () => 'a payment is recorded with the amount that was ordered: fail the order and return the rest',
  own_request: () => 'a request of one’s own account is decided by another member',
  account_frozen: () => 'the account is frozen',
  deposit_owed: () => 'the user owes for a deposit that no block holds any more: reject the withdrawal to cover it',
  deposit_under_review: () => 'the user was credited for a contract that is not its token’s',
  refund_owed: () => 'the user owes for a purchase whose payment went back: reject the withdrawal to cover it',
  loan_outstanding: () => 'the user has a loan that is not repaid',
  trades_under_review: () => 'trades of the account are under review: decide them in the queue of findings first',
  txid_required: () => 'the transaction id is missing: --txid',
  txid_used: () => 'this transaction was credited already, or another claim of the user states it',
  field_too_precise: () => 'the amount has more decimal places than the currency',
};

/** Message of an invalid command; null for other errors. */
export function explain(error: unknown): string | null {
  if (error instanceof CommandError || error instanceof StaffAccountError) return error.message;
  if (error instanceof DomainError) return reasons[error.code]?.(error.params) ?? error.code;
  return null;
}

/** Carries out one command. Rejects with CommandError, StaffAccountError or DomainError when it cannot be. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  let parsed: { readonly values: Options; readonly positionals: readonly string[] };
  try {
    const string = { type: 'string' } as const;
    const options = {
      status: string,
      why: string,
      amount: string,
      txid: string,
      to: string,
      name: string,
      role: string,
      environment: string,
      percent: string,
      from: string,
      until: string,
    };
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : 'unknown option', { cause: error });
  }
  const [name = '', ...subjects] = parsed.positionals;
  const ofDomain = context.commands?.find((each) => each.name === name);
  const command = Object.hasOwn(commands, name) ? commands[name] : ofDomain && domainCommand(ofDomain);
  if (!command) throw new CommandError(`${name ? `there is no command ${name}` : 'which command?'}\n\n${USAGE}`);
  await command(context, subjects, parsed.values);
}
