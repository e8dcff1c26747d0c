import type { CodeScene } from '@tessera/api/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import {
  type Counted,
  countAttempt,
  readAttempts,
  uncountAttempt,
  type Window,
} from '../../platform/limits/attempts.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { countryOfNumber, countSms, type SmsKind, smsWait } from '../../platform/mail/sms-bound.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Proofs } from '../../platform/proof/proof-of-work.ts';
import { type Contact, inboxOf } from './contact.ts';
import type { UserRow } from './users.ts';

/**
 * Where a code is asked for or entered: a session of the account itself, a device or network that it was used from, of a code
 * that binds an address the account that asked, or none of these. Each place has its own codes, budget and tries: strangers
 * burn theirs, which is one place however many they are.
 */
export type CodePlace = 'owner' | 'unknown' | `device:${string}` | `network:${string}` | `user:${string}`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** ms before the second code. */
export const CODE_AGAIN_AFTER = MINUTE;

/** The wait doubles with each code that was not used: 1, 2, 4 and 8 minutes. */
const GROWING: readonly Window[] = [
  { most: 1, within: CODE_AGAIN_AFTER },
  { most: 2, within: 3 * MINUTE },
  { most: 3, within: 7 * MINUTE },
  { most: 4, within: 15 * MINUTE },
];
/** Codes that guests may have sent to an address, and to an account by all its addresses. */
export const GUEST_CODES: readonly Window[] = [...GROWING, { most: 5, within: DAY }];
/** Codes that the owner of an account asks for. Guests cannot use them up. */
export const OWN_CODES: readonly Window[] = [...GROWING, { most: 8, within: HOUR }, { most: 20, within: DAY }];

/** Codes that all accounts together have sent to an address that they want to bind. */
const BOUND_CODES: readonly Window[] = [{ most: 20, within: DAY }];

/** Codes an hour that guests of one network ask for and do not use, before each needs a proof of work. */
export const FREE_NETWORK_CODES = 10;
/** The same with proofs. */
const NETWORK_CODES = 300;
/** Derivations, see `proof-of-work.ts`. */
const LEAST_WORK = 300;
const WORK_DOUBLES_AT_MOST = 5;

export type CodeLimit = Counted & {
  readonly windows: readonly Window[];
  /** Beyond it the code is not delivered, and the response does not reveal that. */
  readonly silent?: boolean;
};

/** Scenes that need no session. All others act on the account of the session. */
const GUEST_SCENES: ReadonlySet<CodeScene> = new Set<CodeScene>(['register', 'forget', 'login', 'unfreeze']);
export const isGuestScene = (scene: CodeScene): boolean => GUEST_SCENES.has(scene);

const BINDING: ReadonlySet<CodeScene> = new Set<CodeScene>(['bind_email', 'bind_mobile']);
/** Scenes whose code proves an address that is to be an account's: each account has its own. */
export const isBinding = (scene: CodeScene): boolean => BINDING.has(scene);

/** Scenes whose code may go to an address that is not, or not yet, the caller's own. */
const isForOthers = (scene: CodeScene): boolean => isGuestScene(scene) || isBinding(scene);

/** Rejects a request of another user for a code that acts on an account: it would invalidate the owner's own code. */
export function refuseOthersScene(scene: CodeScene, userId: string, owner: Pick<UserRow, 'id'> | null): void {
  if (owner?.id !== userId && !isForOthers(scene)) throw new DomainError('invalid_field', { field: 'scene' });
}

/** Scenes whose code is bound to what was begun: `POST /sms_send` alone knows what that is. */
const BOUND: ReadonlySet<CodeScene> = new Set<CodeScene>(['withdraw', 'change_contact']);

/** Rejects a request for a code that would be good for nothing. */
export function refuseUnbound(scene: CodeScene): void {
  if (BOUND.has(scene)) throw new DomainError('invalid_field', { field: 'scene' });
}

const ofTarget = (contact: Contact): CodeLimit => ({
  scope: 'code',
  subject: inboxOf(contact),
  windows: GUEST_CODES,
});

export const limitsOfUser = (userId: string): readonly CodeLimit[] => [
  { scope: 'code signed in', subject: userId, windows: OWN_CODES },
];

/**
 * For a code that a guest asks for. The limit of the account holds over all its addresses, silently: an error would
 * reveal which of them belong together. Places that the account knows have budgets of their own, which strangers do not
 * use up.
 */
export const limitsOfGuest = (
  contact: Contact,
  owner: Pick<UserRow, 'id'> | null,
  place: CodePlace,
): readonly CodeLimit[] => {
  if (!owner) return [ofTarget(contact)];
  const own = { scope: 'code of account', subject: owner.id, windows: GUEST_CODES, silent: true };
  if (place === 'unknown') return [ofTarget(contact), own];
  const at = (limit: CodeLimit): CodeLimit => ({ ...limit, subject: `${limit.subject} ${place}` });
  return [at(ofTarget(contact)), at(own)];
};

const ofNetwork = (address: string): CodeLimit => ({
  scope: 'code from network',
  subject: networkOf(address),
  windows: [{ most: NETWORK_CODES, within: HOUR }],
});

/**
 * For a code that a guest requests, to any address: after a few that were not used a network proves some work for
 * each, because thousands may share it. Rejects with `proof_required`; returns what to count.
 */
export async function admitNetwork(
  { database, proofs, now }: { readonly database: Database; readonly proofs: Proofs; readonly now: number },
  {
    address,
    contact,
    proof,
  }: { readonly address: string; readonly contact: Contact; readonly proof: string | undefined },
): Promise<CodeLimit> {
  const limit = ofNetwork(address);
  const { count } = await readAttempts(database, { ...limit, now });
  if (count >= FREE_NETWORK_CODES) {
    const doubled = Math.min(WORK_DOUBLES_AT_MOST, Math.floor((count - FREE_NETWORK_CODES) / FREE_NETWORK_CODES));
    const demand = { purpose: 'POST /sms_mail', subject: contact.value, work: LEAST_WORK * 2 ** doubled };
    if (!(proof && (await proofs.accept(proof, demand)))) throw await proofs.required(demand);
  }
  return limit;
}

/**
 * For a code that a signed-in user requests to an address that may belong to another user. Counted apart from the codes to
 * their own: who moves to another address needs one of each at once.
 */
export const limitsOfBinding = (userId: string, contact: Contact, scene: CodeScene): readonly CodeLimit[] => [
  { scope: 'code to bind', subject: userId, windows: GUEST_CODES },
  // Guests do not use up what accounts bind.
  isBinding(scene) ? { ...ofTarget(contact), scope: 'code to bind to', windows: BOUND_CODES } : ofTarget(contact),
];

const tooSoon = (retryAfter: number): DomainError =>
  retryAfter > HOUR
    ? new DomainError('codes_exhausted', { params: { hours: Math.ceil(retryAfter / HOUR) } })
    : new DomainError('code_too_soon', { params: { seconds: Math.ceil(retryAfter / 1000) } });

/** Guest scenes whose codes go to numbers of accounts alone, and to each of them a few times a day. */
const isOfAccount = (scene: CodeScene): boolean => isGuestScene(scene) && scene !== 'register';

/**
 * What a code by SMS counts as; null of one by mail. Of callers whom no account knows the scene alone decides it, so that the
 * response does not reveal whether there is one.
 */
const smsKindOf = ({ kind }: Contact, scene: CodeScene, place: CodePlace): SmsKind | null => {
  if (kind !== 'mobile') return null;
  if (isBinding(scene)) return 'stranger';
  if (place !== 'unknown') return 'owner';
  return isOfAccount(scene) ? 'account' : 'stranger';
};

export type CodeMetrics = Pick<Metrics, 'counter'>;

/** Counts a code that was not sent, whether its response says so or not. */
function countRefused(metrics: CodeMetrics, kind: SmsKind, to: string, reason: 'number' | 'country'): void {
  const count = metrics.counter({
    name: 'codes_over_bound_total',
    help: 'Codes by SMS that were not sent as their country had had what a day has of the kind (stranger, account, owner), or their number its 30 of a day (reason: country, number)',
    labels: ['kind', 'country', 'reason'],
  });
  count({ kind, country: countryOfNumber(to), reason });
}

/**
 * Codes by SMS to one number within a day, used or not: what is used does not count otherwise, and one account would use up
 * those of its whole country. Counted by who causes them, as far as that can be told: strangers, who may share a network with
 * the owner, use up none of what the owner's sessions and browsers have.
 */
const TO_NUMBER: readonly Window[] = [{ most: 30, within: DAY }];
const ofNumber = ({ contact, place }: Sms, kind: SmsKind): CodeLimit => ({
  scope: 'code by sms',
  subject: `${contact.value} ${place.startsWith('network:') ? 'network' : kind}`,
  windows: TO_NUMBER,
});

const exhausted = (wait: number) => new DomainError('codes_exhausted', { params: { hours: Math.ceil(wait / HOUR) } });

type Sms = { readonly contact: Contact; readonly scene: CodeScene; readonly place: CodePlace; readonly now: number };

/**
 * Rejects a code by SMS where its country has had what a day has, whether it would be delivered or not: the response does
 * not reveal which. Where its number has, callers at a place that no account knows are not told.
 */
export async function requireSmsRoom(sql: Sql, metrics: CodeMetrics, asked: Sms): Promise<void> {
  const { contact, scene, place, now } = asked;
  const kind = smsKindOf(contact, scene, place);
  if (kind === null) return;
  if (place !== 'unknown') {
    const { retryAfter } = await readAttempts(sql, { ...ofNumber(asked, kind), now });
    if (retryAfter > 0) {
      countRefused(metrics, kind, contact.value, 'number');
      throw exhausted(retryAfter);
    }
  }
  const wait = await smsWait(sql, { to: contact.value, kind, now });
  if (wait === 0) return;
  countRefused(metrics, kind, contact.value, 'country');
  throw exhausted(wait);
}

/** Counts a code by SMS that is delivered; false, and none counted, where its number or its country has had what a day has. */
export async function countCodeBySms(sql: Sql, metrics: CodeMetrics, asked: Sms): Promise<boolean> {
  const { contact, scene, place, now } = asked;
  const kind = smsKindOf(contact, scene, place);
  if (kind === null) return true;
  const number = ofNumber(asked, kind);
  const { allowed } = await countAttempt(sql, { ...number, now });
  if (allowed && (await countSms(sql, { to: contact.value, kind, now }))) return true;
  if (allowed) await uncountAttempt(sql, { ...number, at: now });
  countRefused(metrics, kind, contact.value, allowed ? 'country' : 'number');
  return false;
}

/** Counts a code for all limits, or for none: rejects where one of them has no room. */
export async function countCode(
  database: Database,
  limits: readonly CodeLimit[],
  now: number,
): Promise<{ readonly counted: readonly Counted[]; readonly silenced: boolean }> {
  const counted: Counted[] = [];
  let silenced = false;
  for (const { scope, subject, windows, silent } of limits) {
    const attempt = await countAttempt(database, { scope, subject, windows, now });
    if (attempt.allowed) counted.push({ scope, subject });
    else if (silent) silenced = true;
    else {
      for (const each of counted) await uncountAttempt(database, { ...each, at: now });
      throw tooSoon(attempt.retryAfter);
    }
  }
  return { counted, silenced };
}

/** Takes back what a code counted for: `counted` is `scope` and `subject` in turn, `at` when it was sent. */
export async function uncountCode(sql: Sql, counted: readonly string[], at: number): Promise<void> {
  for (let each = 0; each < counted.length; each += 2) {
    const [scope = '', subject = ''] = counted.slice(each, each + 2);
    await uncountAttempt(sql, { scope, subject, at });
  }
}

/** Unix ms from which the next code may be requested, as far as the response may reveal it. */
export async function nextCodeAt(sql: Sql, limits: readonly CodeLimit[], now: number): Promise<number> {
  const waits: number[] = [];
  for (const { silent, ...limit } of limits) {
    if (!silent) waits.push((await readAttempts(sql, { ...limit, now })).retryAfter);
  }
  return now + Math.max(0, ...waits);
}
