import { ApiError } from '@tessera/api';
import { randomUuid } from '@tessera/device';
import { problemText } from '@tessera/i18n';
import { guarded, type StoredValue, storedValue } from '@tessera/storage';

/** A message of this user that the exchange has not confirmed. */
export type Unsent = {
  /** Sent with every attempt: the exchange takes a message of one key once. */
  readonly key: string;
  readonly text: string;
  /** Location of an upload. */
  readonly picture: string | null;
  /** What else the call takes: what is replied to, a card. */
  readonly extra: Readonly<Record<string, string>>;
  /** Unix ms. */
  readonly at: number;
  /** `waiting` is sent again by itself; `failed` was rejected, and why is in `problem`. */
  readonly state: 'sending' | 'waiting' | 'failed';
  readonly problem: string | null;
};

export type Draft = Pick<Unsent, 'text' | 'picture'> & { readonly extra?: Unsent['extra'] };

type Kept = Pick<Unsent, 'key' | 'text' | 'picture' | 'extra' | 'at'>;

/** Messages that a device keeps; a user who is offline writes no more than that. */
export const MOST_UNSENT = 50;

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'picture' in value &&
  (value.picture === null || typeof value.picture === 'string') &&
  'at' in value &&
  typeof value.at === 'number' &&
  'extra' in value &&
  isTexts(value.extra);

type Stored = { readonly uid: string; readonly unsent: readonly Kept[] };

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  typeof value.uid === 'string' &&
  'unsent' in value &&
  Array.isArray(value.unsent) &&
  value.unsent.every(isKept);

/** No response arrived, or it was one to try again later: the message may or may not have been taken. */
const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && ['network', 'timeout', 'server', 'rate_limited'].includes(error.code);

export type OutboxParts = {
  /** Names what is stored on the device: `support`, `chat.12`. */
  readonly name: string;
  readonly uid: string;
  /** Sends one message. Messages are sent one after the other, in the order in which they were written. */
  readonly send: (message: Unsent) => Promise<void>;
  /** Unix ms. */
  readonly now?: () => number;
  readonly newKey?: () => string;
};

export type Outbox = {
  readonly subscribe: (listener: () => void) => () => void;
  /** Oldest first; the same array until something changes. */
  readonly unsent: () => readonly Unsent[];
  /** False where the device keeps as many as it may. */
  readonly add: (draft: Draft) => boolean;
  /** Sends what waits; called when a connection is back, or by the user. */
  readonly flush: () => Promise<void>;
  /** Sends a rejected message again, under its key. */
  readonly retry: (key: string) => void;
  readonly drop: (key: string) => void;
};

/** Messages on their way: they outlive a lost connection and a closed page, and each is taken once. */
export function createOutbox({ name, uid, send, now = Date.now, newKey = randomUuid }: OutboxParts): Outbox {
  const stored: StoredValue<Stored | null> = storedValue<Stored | null>({
    name: `community.unsent.${name}`,
    initial: null,
    accept: guarded(isStored),
  });
  const listeners = new Set<() => void>();
  const kept = stored.read();
  let list: readonly Unsent[] =
    kept?.uid === uid
      ? kept.unsent.slice(-MOST_UNSENT).map((each) => ({ ...each, state: 'waiting', problem: null }))
      : [];
  let sending: Promise<void> | null = null;

  function change(next: readonly Unsent[]): void {
    list = next;
    const unsent = next.map(({ key, text, picture, extra, at }) => ({ key, text, picture, extra, at }));
    stored.write(unsent.length === 0 ? null : { uid, unsent });
    for (const listener of listeners) listener();
  }
  const update = (key: string, changes: Partial<Unsent>): void =>
    change(list.map((each) => (each.key === key ? { ...each, ...changes } : each)));

  /** False where no response arrived: those that follow would meet the same. */
  async function sendOne(message: Unsent): Promise<boolean> {
    update(message.key, { state: 'sending', problem: null });
    try {
      await send(message);
      change(list.filter(({ key }) => key !== message.key));
      return true;
    } catch (error) {
      if (isSilence(error)) {
        update(message.key, { state: 'waiting' });
        return false;
      }
      update(message.key, { state: 'failed', problem: problemText(error) });
      return true;
    }
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = list.find(({ state }) => state === 'waiting');
      if (!next || !(await sendOne(next))) return;
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    unsent: () => list,
    add({ text, picture, extra = {} }) {
      if (list.length >= MOST_UNSENT) return false;
      change([...list, { key: newKey(), text, picture, extra, at: now(), state: 'waiting', problem: null }]);
      void flush();
      return true;
    },
    flush,
    retry(key) {
      update(key, { state: 'waiting', problem: null });
      void flush();
    },
    drop: (key) => change(list.filter((each) => each.key !== key || each.state === 'sending')),
  };
}
