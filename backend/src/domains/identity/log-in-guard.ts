import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

import {
  type Counted,
  countAttempt,
  forgetAttempts,
  readAttempts,
  uncountAttempt,
  type Window,
} from '../../platform/limits/attempts.ts';
import { inTurn } from '../../platform/limits/in-turn.ts';
import { networkOf } from '../../platform/limits/network.ts';
import type { ProofDemand, Proofs } from '../../platform/proof/proof-of-work.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Wrong passwords a day of all devices that the account does not know, before they need a proof of work each. */
export const FREE_TRIES = 5;
/** The same with proofs. Then only known devices and a password that is reset by mail remain. */
export const PROVEN_TRIES = 100;
/** Wrong passwords of one known device, which needs no proof; then it counts as unknown. */
export const DEVICE_TRIES: readonly Window[] = [
  { most: 10, within: HOUR },
  { most: 30, within: DAY },
];
/** Wrong passwords an hour of unknown devices of one network, whichever account, before they need proofs. */
export const FREE_TRIES_AROUND = 20;

const UNKNOWN: readonly Window[] = [{ most: PROVEN_TRIES, within: DAY }];
const UNPROVEN: readonly Window[] = [{ most: FREE_TRIES, within: DAY }, ...UNKNOWN];
const AROUND: readonly Window[] = [{ most: 1_000, within: HOUR }];

/** Derivations of the first proof: about a quarter of a second on a desktop computer, one on a phone. */
const LEAST_WORK = 300;
/** Wrong passwords that double the work, of the account and of the network, and how often it doubles. */
const DOUBLES_AFTER = { account: 10, network: 40 };
const DOUBLES_AT_MOST = 5;

/** Derivations that a log-in from an unknown device needs after so many wrong ones; 0 for no proof. */
export function workFor(wrong: { readonly account: number; readonly network: number }): number {
  const beyond = {
    account: wrong.account - FREE_TRIES,
    network: wrong.network - FREE_TRIES_AROUND,
  };
  if (beyond.account < 0 && beyond.network < 0) return 0;
  const doubled = Math.max(beyond.account / DOUBLES_AFTER.account, beyond.network / DOUBLES_AFTER.network);
  return LEAST_WORK * 2 ** Math.min(DOUBLES_AT_MOST, Math.max(0, Math.floor(doubled)));
}

export type GuardedLogIn = {
  /** The call; a proof for one is none for another. */
  readonly purpose: string;
  /** The account as it was entered, whether it exists or not: what a proof is made for. */
  readonly subject: string;
  /** What a wrong password counts for: the accounts that it would open, or the subject where there is none. */
  readonly counted: readonly string[];
  readonly address: string;
  /** Id of the browser where it is known to the account, else null. */
  readonly knownDevice: string | null;
  readonly proof: string | undefined;
};

/** What wrong passwords of a user count as. */
export const countedAs = (userId: string): string => `account ${userId}`;

const scopes = { unknown: 'log-in', device: 'log-in on known device', around: 'log-in from network' } as const;

export type LogInGuard = {
  /**
   * Runs the check of a password. A rejection with `wrong_credentials` counts; anything else does not, however many
   * arrive at once. Rejects with `proof_required`, or `account_locked` where even proofs were used up.
   */
  check<T>(logIn: GuardedLogIn, work: () => Promise<T>): Promise<T>;
};

type Dependencies = { readonly database: Database; readonly now: () => number; readonly proofs: Proofs };

export function createLogInGuard({ database, now, proofs }: Dependencies): LogInGuard {
  const scopesOf = ({ counted }: GuardedLogIn) => counted.map((each) => ({ scope: scopes.unknown, subject: each }));

  /** What a try from an unknown device has to prove by now; rejects where not even proofs are left. */
  async function demandOf(logIn: GuardedLogIn, at: number): Promise<ProofDemand> {
    const { purpose, subject, address } = logIn;
    const counts = await Promise.all(
      scopesOf(logIn).map((each) => readAttempts(database, { ...each, windows: UNKNOWN, now: at })),
    );
    const account = Math.max(...counts.map(({ count }) => count));
    const around = { scope: scopes.around, subject: networkOf(address), windows: AROUND, now: at };
    const network = (await readAttempts(database, around)).count;
    if (account >= PROVEN_TRIES) throw new DomainError('account_locked');
    return { purpose, subject, work: workFor({ account, network }) };
  }

  async function countUnknown(logIn: GuardedLogIn, at: number): Promise<Counted[]> {
    const { proof } = logIn;
    const demand = await demandOf(logIn, at);
    const proven = demand.work > 0;
    if (proven && !(proof && (await proofs.accept(proof, demand)))) throw await proofs.required(demand);
    const all = scopesOf(logIn);
    const taken: Counted[] = [];
    for (const each of all) {
      const attempt = await countAttempt(database, { ...each, windows: proven ? UNKNOWN : UNPROVEN, now: at });
      if (attempt.allowed) taken.push(each);
      else {
        for (const other of taken) await uncountAttempt(database, { ...other, at });
        // Another node counted the last one since.
        throw await proofs.required({ ...demand, work: Math.max(demand.work, LEAST_WORK) });
      }
    }
    return taken;
  }

  async function count(logIn: GuardedLogIn, at: number): Promise<Counted[]> {
    if (logIn.knownDevice !== null) {
      const counted = { scope: scopes.device, subject: logIn.knownDevice };
      if ((await countAttempt(database, { ...counted, windows: DEVICE_TRIES, now: at })).allowed) return [counted];
    }
    return countUnknown(logIn, at);
  }

  async function uncount(counted: readonly Counted[], at: number): Promise<void> {
    for (const each of counted) await uncountAttempt(database, { ...each, at });
  }

  const turns = inTurn();
  /** Tries of one account one after the other. */
  const inOrder = <T>({ counted, knownDevice }: GuardedLogIn, work: () => Promise<T>): Promise<T> =>
    turns(`${counted.join(' ')} ${knownDevice}`, work);

  /** Proofs of tries that wait: each has one place. */
  const waiting = new Set<string>();
  /**
   * From an unknown device. Those of an account share the places of tries that wait: one is had for what is asked for by then,
   * so that strangers who send no proof, or one again and again, do not crowd the owner out.
   */
  async function inPlace<T>(logIn: GuardedLogIn, work: () => Promise<T>): Promise<T> {
    const demand = await demandOf(logIn, now());
    if (demand.work === 0) return inOrder(logIn, work);
    const proof = logIn.proof ? await proofs.identify(logIn.proof, demand) : null;
    if (proof === null || waiting.has(proof)) throw await proofs.required(demand);
    waiting.add(proof);
    try {
      return await inOrder(logIn, work);
    } finally {
      waiting.delete(proof);
    }
  }

  return {
    // One after the other for each account: a try is counted before its check and taken back after a right one, and
    // right ones that arrive together do not use up the tries.
    check: (logIn, work) =>
      (logIn.knownDevice === null ? inPlace : inOrder)(logIn, async () => {
        const at = now();
        const counted = await count(logIn, at);
        try {
          const result = await work();
          await uncount(counted, at);
          return result;
        } catch (error) {
          if (!(error instanceof DomainError && error.code === 'wrong_credentials')) {
            await uncount(counted, at);
          } else if (counted.some(({ scope }) => scope === scopes.unknown)) {
            const subject = networkOf(logIn.address);
            await countAttempt(database, { scope: scopes.around, subject, windows: AROUND, now: at });
          }
          throw error;
        }
      }),
  };
}

/** A new password begins the count of its account again. */
export const forgetWrongLogIns = (database: Parameters<typeof forgetAttempts>[0], subject: string): Promise<void> =>
  forgetAttempts(database, { scope: scopes.unknown, subject });
