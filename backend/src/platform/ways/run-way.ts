import { add } from '@tessera/money';
import type { Transaction } from '../db/database.ts';
import type { Dependencies } from '../domain.ts';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, knownOutput, withIdempotency } from '../http/idempotency.ts';
import { inTurn } from '../limits/in-turn.ts';
import { requireOpenSession } from '../session/open-session.ts';
import type { SignedIn } from '../session/read-session.ts';
import { beginWay, requireJudged } from './leave.ts';

/** How an approval of a way travels; none of it is a part of what is approved, nor is the payment password. */
const PROOF = ['totp', 'passkey', 'mailed_code', 'key'] as const;

const textOf = (input: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(input, field);
  return typeof value === 'string' ? value : undefined;
};

/** Fields of ways that are amounts: `1.0` is approved as `1`. */
const AMOUNTS: ReadonlySet<string> = new Set(['price', 'number', 'increment', 'deposit']);

const approvedValue = (field: string, value: unknown): unknown =>
  AMOUNTS.has(field) && typeof value === 'string' ? add(value, '0') : value;

/** All that a user approves of a way: the call, with everything that it is made with. */
export const approvableOf = (callId: string, input: object) => ({
  purpose: 'way',
  what: {
    call: callId,
    ...Object.fromEntries(
      Object.entries(input)
        .filter(([field]) => !PROOF.some((each) => each === field))
        .map(([field, value]) => [field, approvedValue(field, value)]),
    ),
  },
});

/** Ways of one user go one after the other on a node: what approves the first is used up when its repetition is looked at. */
const turns = inTurn();

/**
 * Runs a call that is a way out in its transaction. An approval that came with it is checked outside, so that a wrong try
 * counts, and spent inside.
 */
export const runWay = <T>(
  { database, ports, now }: Pick<Dependencies, 'database' | 'ports' | 'now'>,
  asked: {
    readonly callId: string;
    readonly user: SignedIn;
    readonly use: KeyUse;
    readonly input: object;
  },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  turns(asked.user.id, async () => {
    const { callId, user, use, input } = asked;
    const once = (run: (tx: Transaction) => Promise<T>) =>
      database.transaction((tx) => withIdempotency(tx, use, now(), () => run(tx)));
    const before = await knownOutput<T>(database, use);
    if (before) return before.output;
    const proof = {
      totp: textOf(input, 'totp'),
      passkey: textOf(input, 'passkey'),
      code: textOf(input, 'mailed_code'),
    };
    const given = Object.values(proof).some((each) => each !== undefined);
    try {
      const spend = given ? await ports.approval().approve(user, approvableOf(callId, input), proof) : null;
      return await once(async (tx) => {
        beginWay(tx, spend === null ? 'missing' : 'given');
        // Holds the account before anything of the call does in a weaker form: two calls of one user wait for each other here.
        await requireOpenSession(tx, user);
        await spend?.(tx);
        const output = await work(tx);
        requireJudged(tx, callId);
        return output;
      });
    } catch (error) {
      if (!given || !(error instanceof DomainError)) throw error;
      // Another node may carry out the same request, which has used the proof up: then its outcome is this one's.
      return once(() => Promise.reject(error));
    }
  });
