import { signedInUid } from '@tessera/session';
import { newIdempotencyKey } from './client/idempotency-key.ts';

/** An idempotency key with the input that it stands for; the two are never apart. */
export type Intention<I> = { readonly idempotencyKey: string; readonly input: I };

type Entry = readonly [slot: string, all: readonly Intention<unknown>[]];

/*
 * Intentions whose outcome is unknown, by call and subject, oldest first. They live outside the components, so that a
 * screen that is left and opened again still offers to repeat, and in the tab's session storage, so that a reload does
 * not make a second payment of the first. They belong to one user and are emptied when the user changes.
 */
const STORED = 'tessera.intentions';
/** Inputs with these fields are never written to the device. */
const SECRETS = [
  'key',
  're_key',
  'password',
  're_password',
  'old_password',
  'code',
  'totp',
  'recovery_code',
  'passkey',
];

const open = new Map<string, readonly Intention<unknown>[]>();
/** Those whose response is outstanding, by idempotency key. */
const underWay = new Set<string>();
/** Those that were sent and heard nothing of, by idempotency key: they may have taken effect. */
const inDoubt = new Set<string>();
const listeners = new Set<() => void>();

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isSecret = ({ input }: Intention<unknown>): boolean =>
  typeof input === 'object' && input !== null && SECRETS.some((name) => name in input);

const isIntention = (value: unknown): value is Intention<unknown> =>
  typeof value === 'object' && value !== null && 'input' in value && 'idempotencyKey' in value;

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]) && value[1].every(isIntention);

/** Runs with the tab's storage. One that is refused or full costs the offer to repeat after a reload, nothing else. */
function withStorage<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(globalThis.sessionStorage);
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return otherwise;
    throw error;
  }
}

/** What the tab kept for this user; nothing where it is another's, or not ours. */
const readStored = (uid: string): readonly Entry[] =>
  withStorage((storage) => {
    const stored: unknown = JSON.parse(storage.getItem(STORED) ?? 'null');
    const [owner, entries]: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return owner === uid && Array.isArray(entries) ? entries.filter(isEntry) : [];
  }, []);

function writeStored(): void {
  const uid = signedInUid();
  const entries = [...open]
    .map(([slot, all]): Entry => [slot, all.filter((each) => !isSecret(each))])
    .filter(([, all]) => all.length > 0);
  withStorage((storage) => {
    if (uid === null || entries.length === 0) storage.removeItem(STORED);
    else storage.setItem(STORED, JSON.stringify([uid, entries]));
  }, undefined);
}

const notify = (): void => {
  for (const listener of listeners) listener();
};

function change(slot: string, all: readonly Intention<unknown>[]): void {
  if (all.length === 0) open.delete(slot);
  else open.set(slot, all);
  writeStored();
  notify();
}

const allOf = (slot: string): readonly Intention<unknown>[] => open.get(slot) ?? [];

export const intentions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** The latest open intention of the slot. */
  of: <I>(slot: string): Intention<I> | null => (allOf(slot).at(-1) as Intention<I> | undefined) ?? null,
  /** Returns the open intention with the same input, else a new one. Others whose outcome is unknown stay open. */
  commit<I>(slot: string, input: I): Intention<I> {
    const known = allOf(slot).find((each) => isSame(each.input, input)) as Intention<I> | undefined;
    if (known) return known;
    const intention = { idempotencyKey: newIdempotencyKey(), input };
    change(slot, [...allOf(slot), intention]);
    return intention;
  },
  /** Marks it as sent. False when its response is still outstanding: a double tap sends once. */
  send({ idempotencyKey }: Intention<unknown>): boolean {
    if (underWay.has(idempotencyKey)) return false;
    underWay.add(idempotencyKey);
    notify();
    return true;
  },
  /** Marks it as not outstanding any more: a response came, or none will. */
  land({ idempotencyKey }: Intention<unknown>): void {
    if (underWay.delete(idempotencyKey)) notify();
  },
  /** Whether a response is outstanding, whichever screen sent the intention. */
  isUnderWay: (slot: string): boolean => allOf(slot).some(({ idempotencyKey }) => underWay.has(idempotencyKey)),
  /** Closes this intention; others of the slot stay open. */
  settle(slot: string, { idempotencyKey }: Intention<unknown>): void {
    inDoubt.delete(idempotencyKey);
    const rest = allOf(slot).filter((each) => each.idempotencyKey !== idempotencyKey);
    if (rest.length !== allOf(slot).length) change(slot, rest);
  },
  /** Marks it as possibly carried out: it was sent, and no response came. */
  doubt({ idempotencyKey }: Intention<unknown>): void {
    inDoubt.add(idempotencyKey);
  },
  isInDoubt: ({ idempotencyKey }: Intention<unknown>): boolean => inDoubt.has(idempotencyKey),
  /** Takes up what this user left open in this tab before a reload; whether it took effect is unknown. */
  restore(uid: string): void {
    for (const [slot, all] of readStored(uid)) {
      open.set(slot, all);
      for (const intention of all) intentions.doubt(intention);
    }
    notify();
  },
  clear(): void {
    open.clear();
    inDoubt.clear();
    writeStored();
    notify();
  },
};
