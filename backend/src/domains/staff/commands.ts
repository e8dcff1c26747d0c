import { parseArgs } from 'node:util';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { listClaims } from '../deposits/claims.ts';
import { reviewClaim } from '../deposits/review.ts';
import { openIdentityRequests, reviewIdentity } from '../kyc/review.ts';
import { createMember, type Role, roles, StaffAccountError, standIn } from './members.ts';

export const USAGE = `Decisions of the house, made on the command line.

  deposits [--status pending|approved|rejected]          deposit claims; pending ones unless asked otherwise
  approve <id> [--amount <number>]                       credit a claim, or what really came in
  reject <id> --why "<reason>"                           reject a claim
  identities                                             identity requests under review
  verify <id>                                            raise the user's level
  fail <id> --why "<reason>"                             turn an identity request down
  create-staff <e-mail> --name "<name>" --role <role>    ${roles.join(', ')}; the password comes from STAFF_PASSWORD
                                                         or is asked for. A reviewer decides deposits and
                                                         identities, an operator moves releases, an admin does
                                                         both, support reads
`;

/** The command cannot be carried out as it was given; the message says why. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export type CommandContext = {
  readonly database: Database;
  readonly now: () => number;
  readonly print: (line: string) => void;
  readonly readPassword: () => Promise<string>;
};

type Options = Partial<Record<'status' | 'why' | 'amount' | 'name' | 'role', string>>;
type Command = (context: CommandContext, subject: string | undefined, options: Options) => Promise<void>;

const date = (at: number | Date): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

function idOf(subject: string | undefined): string {
  if (!subject || !/^[1-9]\d{0,17}$/.test(subject)) throw new CommandError('which one? Give its id');
  return subject;
}

function reasonOf({ why }: Options): string {
  if (!why?.trim()) throw new CommandError('say why: --why "…"; the user reads it');
  return why.trim();
}

const statuses = ['pending', 'approved', 'rejected'] as const;

const deposits: Command = async ({ database, print }, _, { status = 'pending' }) => {
  const wanted = statuses.find((each) => each === status);
  if (!wanted) throw new CommandError(`--status is one of ${statuses.join(', ')}`);
  const { rows, total } = await listClaims(database, { status: wanted, page: 1, limit: 100 });
  for (const row of rows) {
    const decided = row.reviewer ? `  by ${row.reviewer}${row.reason ? `: ${row.reason}` : ''}` : '';
    print(
      `#${row.id}  ${date(row.created_at)}  ${row.amount} ${row.currency} (${row.network})  user ${row.uid}` +
        `  ${row.status}${decided}  voucher ${row.voucher}`,
    );
  }
  print(total > rows.length ? `${rows.length} of ${total}` : `${total} ${wanted}`);
};

const approve: Command = async ({ database, now, print }, subject, { amount }) => {
  if (amount !== undefined && !(/^\d{1,18}(\.\d{1,18})?$/.test(amount) && /[1-9]/.test(amount))) {
    throw new CommandError('--amount is a number above zero');
  }
  const reviewer = await standIn(database, 'command-line');
  const claim = await database.transaction((tx) =>
    reviewClaim(tx, idOf(subject), { approve: true, amount }, reviewer, now()),
  );
  print(`#${claim.id} approved: ${claim.credited} ${claim.currency} credited to user ${claim.uid}`);
};

const reject: Command = async ({ database, now, print }, subject, options) => {
  const reason = reasonOf(options);
  const reviewer = await standIn(database, 'command-line');
  const claim = await database.transaction((tx) =>
    reviewClaim(tx, idOf(subject), { approve: false, reason }, reviewer, now()),
  );
  print(`#${claim.id} rejected: ${reason}`);
};

const identities: Command = async ({ database, print }) => {
  const requests = await openIdentityRequests(database);
  for (const { id, uid, real_type, id_type, name, card_id, front_pic, reverse_pic, submitted_at } of requests) {
    const pictures = [front_pic, reverse_pic].filter((picture) => picture !== null).join(' ');
    print(
      `#${id}  ${date(submitted_at)}  user ${uid}  level ${real_type}  ${name}  ${id_type} ${card_id}  ${pictures}`,
    );
  }
  print(`${requests.length} under review`);
};

const verify: Command = async ({ database, now, print }, subject) => {
  const id = idOf(subject);
  const reviewer = await standIn(database, 'command-line');
  await database.transaction((tx) => reviewIdentity(tx, id, { verify: true }, reviewer, now()));
  print(`#${id} verified`);
};

const fail: Command = async ({ database, now, print }, subject, options) => {
  const id = idOf(subject);
  const reason = reasonOf(options);
  const reviewer = await standIn(database, 'command-line');
  await database.transaction((tx) => reviewIdentity(tx, id, { verify: false, reason }, reviewer, now()));
  print(`#${id} failed: ${reason}`);
};

const createStaff: Command = async ({ database, now, print, readPassword }, account, { name, role }) => {
  if (!account) throw new CommandError('whose account? Give an e-mail address');
  if (!name) throw new CommandError('--name is missing');
  const known: Role | undefined = roles.find((each) => each === role);
  if (!known) throw new CommandError(`--role is one of ${roles.join(', ')}`);
  const id = await createMember(database, { account, name, role: known, password: await readPassword() }, now());
  print(`staff member #${id}: ${account}, ${known}`);
};

const commands: Readonly<Record<string, Command>> = {
  deposits,
  approve,
  reject,
  identities,
  verify,
  fail,
  'create-staff': createStaff,
};

const refusals: Readonly<Record<string, string>> = {
  not_found: 'there is none with this id',
  already_reviewed: 'somebody has decided this already',
  field_too_precise: 'the amount has more decimal places than the currency',
};

/** What is wrong with the command for a person to read; null for a fault. */
export function explain(error: unknown): string | null {
  if (error instanceof CommandError || error instanceof StaffAccountError) return error.message;
  if (error instanceof DomainError) return refusals[error.code] ?? error.code;
  return null;
}

/** Carries out one command. Rejects with CommandError, StaffAccountError or DomainError when it cannot be. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<void> {
  let parsed: { readonly values: Options; readonly positionals: readonly string[] };
  try {
    const string = { type: 'string' } as const;
    const options = { status: string, why: string, amount: string, name: string, role: string };
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : 'unknown option', { cause: error });
  }
  const [name = '', subject] = parsed.positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(`${name ? `there is no command ${name}` : 'which command?'}\n\n${USAGE}`);
  await command(context, subject, parsed.values);
}
