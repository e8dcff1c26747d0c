import { newIdempotencyKey } from './client/idempotency-key.ts';

/** An idempotency key together with its input. */
export type Intention<I> = { readonly idempotencyKey: string; readonly input: I };

/*
 * Intentions whose outcome is unknown, by call and subject. They live outside the components, so that a screen that is
 * left and opened again still offers to repeat. One map in the page, as the kit is shared; it is emptied when the user
 * changes.
 */
const open = new Map<string, Intention<unknown>>();
/** Those whose response is outstanding, by idempotency key. */
const underWay = new Set<string>();
/** Those that were sent at least once without a response, by idempotency key. */
const silent = new Set<string>();
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const intentions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  of: <I>(slot: string): Intention<I> | null => (open.get(slot) as Intention<I> | undefined) ?? null,
  /** Returns the open intention when its input is the same, else a new one in its place. */
  commit<I>(slot: string, input: I): Intention<I> {
    const known = intentions.of<I>(slot);
    if (known && isSame(known.input, input)) return known;
    const intention = { idempotencyKey: newIdempotencyKey(), input };
    open.set(slot, intention);
    notify();
    return intention;
  },
  /** Marks it as sent. False when its response is still outstanding: a double tap sends once. */
  send({ idempotencyKey }: Intention<unknown>): boolean {
    if (underWay.has(idempotencyKey)) return false;
    underWay.add(idempotencyKey);
    notify();
    return true;
  },
  /** A response arrived, or none will. */
  land({ idempotencyKey }: Intention<unknown>): void {
    if (underWay.delete(idempotencyKey)) notify();
  },
  /** Whether a response is outstanding, whichever screen sent the intention. */
  isUnderWay(slot: string): boolean {
    const known = open.get(slot);
    return known !== undefined && underWay.has(known.idempotencyKey);
  },
  /** No response came: it may have taken effect. */
  doubt({ idempotencyKey }: Intention<unknown>): void {
    silent.add(idempotencyKey);
  },
  isInDoubt: ({ idempotencyKey }: Intention<unknown>): boolean => silent.has(idempotencyKey),
  /** Closes this intention; one that has taken its place stays open. */
  settle(slot: string, { idempotencyKey }: Intention<unknown>): void {
    silent.delete(idempotencyKey);
    if (open.get(slot)?.idempotencyKey !== idempotencyKey) return;
    open.delete(slot);
    notify();
  },
  clear(): void {
    open.clear();
    silent.clear();
    notify();
  },
};
