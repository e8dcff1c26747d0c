import { deviceArea } from '@tessera/device';
import { signedInUid } from '@tessera/session';
import { isAhead } from '@tessera/storage';
import { newIdempotencyKey } from './client/idempotency-key.ts';

/** An idempotency key with the input that it stands for; the two are never apart. */
export type Intention<I> = { readonly idempotencyKey: string; readonly input: I };

/** As it is stored: `at`, Unix ms, is when it was committed. */
type Kept = readonly [slot: string, intention: Intention<unknown>, at: number];

/*
 * Intentions whose outcome is unknown, by call and subject, oldest first. They live outside the components, so that a
 * screen that is left and opened again still offers to repeat, and on the device, so that neither a reload nor a closed
 * tab makes a second payment of the first. They belong to one user and are emptied when the user changes. Tabs share
 * the stored ones: each adds and removes its own.
 */
const STORED = 'tessera.intentions';
/** The exchange keeps keys for 90 days; an order older than this is looked up rather than repeated. */
const KEPT_FOR = 6 * 86_400_000;
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

const isKept = (value: unknown): value is Kept =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isIntention(value[1]) &&
  typeof value[2] === 'number' &&
  // By a clock that was set back it may be of later.
  isAhead(value[2] + KEPT_FOR, 2 * KEPT_FOR);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Written by other code.
    return null;
  }
}

/** What the device kept for this user; nothing where it is another's, or not ours. */
function readStored(uid: string | null): readonly Kept[] {
  const stored = parsed(deviceArea.read(STORED) ?? 'null');
  const [owner, kept]: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return owner === uid && Array.isArray(kept) ? kept.filter(isKept) : [];
}

/** Storage that is refused or full costs the offer to repeat after a reload only. */
function writeStored(kept: readonly Kept[]): void {
  const uid = signedInUid();
  if (uid === null || kept.length === 0) deviceArea.remove(STORED);
  else deviceArea.keep(STORED, JSON.stringify([uid, kept]));
}

const notify = (): void => {
  for (const listener of listeners) listener();
};

function change(slot: string, all: readonly Intention<unknown>[]): void {
  if (all.length === 0) open.delete(slot);
  else open.set(slot, all);
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
    if (!isSecret(intention)) writeStored([...readStored(signedInUid()), [slot, intention, Date.now()]]);
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
    if (rest.length === allOf(slot).length) return;
    change(slot, rest);
    writeStored(readStored(signedInUid()).filter(([, kept]) => kept.idempotencyKey !== idempotencyKey));
  },
  /** Marks it as possibly carried out: it was sent, and no response came. */
  doubt({ idempotencyKey }: Intention<unknown>): void {
    inDoubt.add(idempotencyKey);
  },
  isInDoubt: ({ idempotencyKey }: Intention<unknown>): boolean => inDoubt.has(idempotencyKey),
  /** Takes up what this user left open on this device before a reload; whether it took effect is unknown. */
  restore(uid: string): void {
    for (const [slot, intention] of readStored(uid)) {
      open.set(slot, [...allOf(slot), intention]);
      intentions.doubt(intention);
    }
    notify();
  },
  clear(): void {
    open.clear();
    inDoubt.clear();
    writeStored([]);
    notify();
  },
};
