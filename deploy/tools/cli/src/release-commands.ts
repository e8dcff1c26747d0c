import type {
  Change,
  PlannedStep,
  RampStatus,
  ReleaseResult,
  RemoteStatus,
  VersionSummary,
} from '@tessera/registry-api';
import { parseReference, type Reference } from '@tessera/releases';
import type { Asked, Operations } from './operations.ts';
import { minute, table } from './table.ts';
import { UsageError } from './usage.ts';

export type Context = {
  readonly operations: Operations;
  readonly print: (text: string) => void;
  /** Origin for preview URLs. */
  readonly platform: string;
  /** A text as a QR code for the terminal. */
  readonly qrCode: (text: string) => Promise<string>;
  /** How a command is called here, `npm run tessera --`. */
  readonly command: string;
};

/** Arguments of a command: names, and options that occur at most once. */
export type Arguments = {
  readonly names: readonly string[];
  readonly why?: string;
  readonly limit?: number;
  readonly force?: boolean;
  readonly compromised?: boolean;
  readonly epoch?: number;
  readonly minutes?: number;
  readonly to?: string;
  readonly key?: string;
};

export type Command = (context: Context, given: Arguments) => Promise<void>;

const EXAMPLE = 'markets@0.8.0-3f9a2c41d0';

export function onlyName({ names }: Arguments, what: string): string {
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) throw new UsageError(`Exactly one ${what} is needed.`);
  return name;
}

function referenceIn(text: string): Reference {
  const reference = parseReference(text);
  if (!reference) {
    const [name] = text.split('@');
    throw new UsageError(
      `A version is written <name>@<version>, such as ${EXAMPLE}, not ${text}. \`tessera versions ${name || '<name>'}\` lists them.`,
    );
  }
  return reference;
}

function asked({ why, force, epoch }: Arguments, otherwise?: string): Asked {
  const reason = why ?? otherwise;
  if (reason === undefined) throw new UsageError('A release needs a reason: --why "…".');
  return { why: reason, ...(force ? { force } : {}), ...(epoch === undefined ? {} : { expectedEpoch: epoch }) };
}

export const describe = (changes: readonly Change[]): string =>
  changes.map(({ name, from, to }) => `${name} ${from ?? 'nothing'} → ${to ?? 'nothing'}`).join('; ');

function report({ print }: Context, { epoch, changes, warnings = [] }: ReleaseResult): void {
  print(`Epoch ${epoch}: ${describe(changes)}`);
  for (const warning of warnings) print(`Warning: ${warning}`);
}

const promote: Command = async (context, given) => {
  const [first, ...others] = given.names;
  if (first === undefined) throw new UsageError('A version is needed, as <name>@<version>.');
  report(context, await context.operations.promote([referenceIn(first), ...others.map(referenceIn)], asked(given)));
};

/** `25%` or `25`, a percentage. */
function percentIn(text: string): number {
  if (/^\d{1,3}(\.\d+)?%?$/.test(text)) return Number.parseFloat(text);
  throw new UsageError(`The percentage is a number from 0 to 100, not ${text}.`);
}

const MINUTES_OF = { m: 1, h: 60, d: 24 * 60 } as const;

/** `5 10m, 25 30m, 100`: percentages, and how long the version stays at each but the last. */
function stepsIn(text: string): { readonly percent: number; readonly steps: readonly PlannedStep[] } {
  const parts = text.split(',').map((part) => part.trim().split(/\s+/));
  const steps: PlannedStep[] = [];
  let after: number | undefined;
  for (const [index, [percent = '', time, ...more]] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const read = /^(\d{1,5})([mhd])$/.exec(time ?? '');
    if (more.length > 0 || (isLast ? time !== undefined : !read)) {
      throw new UsageError(`Steps are percentages, each but the last with its time: "5 10m, 25 2h, 100", not ${text}.`);
    }
    if (after !== undefined) steps.push({ percent: percentIn(percent), after });
    after = read ? Number(read[1]) * MINUTES_OF[read[2] as keyof typeof MINUTES_OF] : undefined;
  }
  return { percent: percentIn(parts[0]?.[0] ?? ''), steps };
}

const ramp: Command = async (context, given) => {
  const [version, share, ...more] = given.names;
  if (version === undefined || share === undefined || more.length > 0) {
    throw new UsageError(
      `A ramp needs a version and a percentage, or steps: ramp ${EXAMPLE} 10 --why "…", ramp ${EXAMPLE} "5 10m, 25 2h, 100" --why "…"`,
    );
  }
  const { percent, steps } = stepsIn(share);
  const reference = referenceIn(version);
  report(
    context,
    steps.length > 0
      ? await context.operations.ramp(reference, percent, asked(given), steps)
      : await context.operations.ramp(reference, percent, asked(given)),
  );
};

const hold: Command = async (context, given) => {
  const { force: _none, ...request } = asked(given);
  report(context, await context.operations.hold(onlyName(given, 'remote'), request));
};

const resume: Command = async (context, given) => {
  const { force: _none, ...request } = asked(given);
  report(context, await context.operations.resume(onlyName(given, 'remote'), request));
};

const rollBack: Command = async (context, given) => {
  if (given.names.length > 1) throw new UsageError('At most one remote can be named.');
  const [name] = given.names;
  const { to } = given;
  if (to !== undefined && name === undefined) throw new UsageError('Name the remote: rollback <name> --to <version>');
  const what = name === undefined ? 'undo the last release' : `undo the last release of ${name}`;
  const otherwise = to === undefined ? what : `back to ${to}`;
  const compromised = given.compromised ?? false;
  const users = compromised ? await usersOf(context, name) : 0;
  const request = { ...asked(given, otherwise), ...(compromised ? { compromised } : {}) };
  const result = await context.operations.rollback(name, request, to);
  report(context, result);
  if (result.compromised) context.print(aftermath(result.compromised, users));
};

/** Users that ran what is live of a remote, or of all: what pages reported in the epochs that the figures cover. */
async function usersOf({ operations }: Context, name: string | undefined): Promise<number> {
  const { remotes } = await operations.status();
  const concerned = remotes.filter((remote) => name === undefined || remote.name === name);
  return concerned.flatMap(({ health }) => health).reduce((sum, { users }) => sum + users, 0);
}

/** What compromised code could reach, and what is done about it. */
const aftermath = ({ from, until }: NonNullable<ReleaseResult['compromised']>, users: number): string =>
  `It was live from ${minute(from)} to ${minute(until)} UTC. Pages reported ${users} users of the remote in the present figures.

What it could reach in the page of each of them:
  - the session: every call that asks for no payment password, factor or mailed code; what users typed, those included
  - localStorage, sessionStorage and IndexedDB of the origin: settings, last balances, token of an unbound session
  - what other remotes show, and the caches of the worker

What happens now, without a further command:
  - the worker's cache has another name, and no manifest of before this epoch counts for it
  - each browser clears caches and storage of the origin once, at its next visit: users log in again
  - the backend ends the sessions of users and staff that were opened before ${minute(until)} and used since
    ${minute(from)}; its log says how many (sessions_ended)
  - the backend removes what owners of those sessions added in their time: passkeys, authenticators, recovery codes,
    payment passwords, saved addresses and cards; of members of staff, factors and recovery codes. Its log has a line
    for each (taken_out), and the owners are mailed
  - withdrawals of the accounts that lost something pause for a day

What it does not undo, and you have to look at:
  - calls that were made meanwhile: withdrawals, payments, orders, follows, changes of staff
  - what was replaced or deleted: no factor and no password comes back, no whitelist is switched on again
  - what was added more than five minutes after the rollback: it stays
  - members of staff who are left without a factor: each sets up another one by the password
  - users of code that only a preview link opened: the figures may not count them
  - pages that stay open: they leave the version within seconds, what it changed in them stays until a reload`;

function epochIn(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UsageError(`${text} is not an epoch: \`history\` lists them.`);
  return Number(text);
}

const revert: Command = async (context, given) => {
  const epoch = epochIn(onlyName(given, 'epoch'));
  report(context, await context.operations.revert(epoch, asked(given, `back to epoch ${epoch}`)));
};

const diff: Command = async ({ operations, print }, given) => {
  const [from, to, ...more] = given.names;
  if (from === undefined || more.length > 0) throw new UsageError('diff needs one epoch, or two.');
  const newest = to === undefined ? (await operations.status()).epoch : epochIn(to);
  const changes = await operations.diff(epochIn(from), newest);
  print(
    changes.length === 0
      ? `Epoch ${from} and ${newest} are the same.`
      : table(
          ['remote', `epoch ${from}`, `epoch ${newest}`],
          changes.map(({ name, from: before, to: after }) => [name, before ?? 'nothing', after ?? 'nothing']),
        ),
  );
};

/** Whose a remote is, and what it asks of its releases; undefined where its descriptor does not say. */
function teamLine({ name, owner, contact, tier, policy }: RemoteStatus): string | undefined {
  const parts = [
    owner && [owner, contact && `(${contact})`].filter(Boolean).join(' '),
    !owner && contact,
    tier && `tier ${tier}`,
    policy?.ramp && 'ramp before promotion',
    policy?.members === 2 && 'released by another member than the publisher',
  ].filter(Boolean);
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : undefined;
}

/** `0.9.0 at 5 %, then 25 % (14:10), 100 %`. */
function rampWords({ version, percent, steps }: RampStatus): string {
  const now = `${version} at ${percent} %`;
  if (!steps) return now;
  const next = steps.next.map((step) => `${step.percent} %`);
  const due = steps.due === null ? '' : ` (${minute(steps.due)})`;
  return `${now}, ${steps.due === null ? 'held before' : 'then'} ${next[0]}${due}${next
    .slice(1)
    .map((each) => `, ${each}`)
    .join('')}`;
}

const status: Command = async ({ operations, print }, given) => {
  if (given.names.length > 0) throw new UsageError('status takes no name.');
  const { epoch, issuedAt, expiresAt, host, chain, remotes, bar } = await operations.status();
  print(`Epoch ${epoch}, signed ${minute(issuedAt)} UTC, holds until ${minute(expiresAt)}. Host ${host ?? 'unknown'}.`);
  if (chain === 'broken')
    print(
      'THE HISTORY WAS CHANGED AFTER IT WAS WRITTEN: `doctor` names what is wrong; compare it with a copy of the store before you trust it.',
    );
  const hidden = bar.hidden.length > 0 ? `; not shown: ${bar.hidden.join(', ')}` : '';
  print(`Bottom bar: Home, ${bar.shown.join(', ')}${hidden}.`);
  print('');
  print(
    table(
      ['remote', 'stable', 'ramp', 'newest', 'users', 'failed'],
      remotes.map((remote) => {
        const { name, stable, newest, health, withdrawn } = remote;
        const users = health.reduce((sum, each) => sum + each.users, 0);
        const failures = health.reduce((sum, each) => sum + each.failures, 0);
        const candidate = remote.ramp ? rampWords(remote.ramp) : '';
        const latest = withdrawn.includes(newest) ? `${newest} (withdrawn)` : newest;
        return [
          name,
          stable ?? 'nothing',
          candidate,
          newest === stable ? '=' : latest || 'being built',
          ...(health.length > 0 ? [String(users), String(failures)] : ['–', '–']),
        ];
      }),
    ),
  );
  const teams = remotes.flatMap((remote) => teamLine(remote) ?? []);
  if (teams.length > 0) print(`\n${teams.join('\n')}`);
};

const history: Command = async ({ operations, print }, given) => {
  const events = await operations.history(given.limit ?? 20);
  if (events.length === 0) {
    print('Nothing has been released yet.');
    return;
  }
  print(
    table(
      ['epoch', 'UTC', 'event', 'who', 'what', 'why', 'hash'],
      events.map(({ epoch, at, kind, who, changes, why, forced, warnings = [], hash, preview: shown }) => {
        const notes = [
          ...(forced.length > 0 ? [`forced: ${forced.join('; ')}`] : []),
          ...(warnings.length > 0 ? [`warning: ${warnings.join('; ')}`] : []),
        ];
        const reason = [why, ...notes.map((note) => `(${note})`)].join(' ');
        const what = shown ? `${shown.name}@${shown.version} (${shown.id})` : describe(changes);
        return [String(epoch), minute(at), kind, who, what, reason, hash.slice(0, 8)];
      }),
    ),
  );
};

const describeWithdrawn = ({ kind, epoch, who, why }: NonNullable<VersionSummary['withdrawn']>): string =>
  `${kind === 'halt' ? 'HALTED' : 'ROLLED BACK'} in epoch ${epoch} by ${who}: ${why}`;

const versions: Command = async ({ operations, print }, given) => {
  const records = await operations.versions(onlyName(given, 'remote'));
  print(
    table(
      ['version', 'published (UTC)', 'who', 'files', '', 'why'],
      records.map(({ version, publishedAt, who, files, live, why, withdrawn }) => [
        version,
        minute(publishedAt),
        who,
        String(files),
        [live, withdrawn && describeWithdrawn(withdrawn)].filter(Boolean).join(', '),
        why,
      ]),
    ),
  );
};

const preview: Command = async ({ operations, print, platform, qrCode, command }, given) => {
  const reference = referenceIn(onlyName(given, 'version, as <name>@<version>,'));
  const { id, path, expiresAt } = await operations.preview(reference, given.minutes ?? 60, asked(given));
  const url = new URL(path, platform).href;
  print(await qrCode(url));
  print(
    `${url}\nHolds until ${minute(expiresAt)} UTC, on any phone that reaches this address; it asks before it opens.`,
  );
  print(`End it:  ${command} end-preview ${id}`);
};

const previews: Command = async ({ operations, print }, given) => {
  if (given.names.length > 0) throw new UsageError('previews takes no name.');
  const open = await operations.previews();
  print(
    open.length === 0
      ? 'No preview is open.'
      : table(
          ['id', 'version', 'who', 'made (UTC)', 'until', 'why'],
          open.map(({ id, name, version, who, at, expiresAt, why }) => [
            id,
            `${name}@${version}`,
            who,
            minute(at),
            minute(expiresAt),
            why,
          ]),
        ),
  );
};

const endPreview: Command = async ({ operations, print }, given) => {
  const id = onlyName(given, 'preview');
  const { epoch } = await operations.endPreview(id, asked(given, 'end the preview'));
  print(`Epoch ${epoch}: the link works no more; open pages go back to the stable version with the next screen.`);
};

/** Stands for the bar as remotes declare it. */
const DECLARED = 'default';

const tabs: Command = async (context, given) => {
  const { names } = given;
  if (names.length === 0) {
    throw new UsageError(`Name the remotes of the bottom bar in their order, or ${DECLARED} for what they declare.`);
  }
  const { force: _none, ...request } = asked(given);
  const isDeclared = names.length === 1 && names[0] === DECLARED;
  report(context, await context.operations.tabs(isDeclared ? null : names, request));
};

export const releaseCommands: Readonly<Record<string, Command>> = {
  promote,
  ramp,
  hold,
  resume,
  rollback: rollBack,
  revert,
  diff,
  status,
  history,
  versions,
  preview,
  previews,
  'end-preview': endPreview,
  tabs,
};
