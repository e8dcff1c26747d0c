import { ApiError } from '@tessera/api';
import { logOutLate } from '@tessera/api/identity';
import { bus, onReconnect } from '@tessera/bus';
import { cryptography, subtleCrypto } from '@tessera/device';
import { storedValue, texts } from '@tessera/storage';

/*
 * A log-out that the server did not hear must not leave a usable token. What is kept until it does is the SHA-256 of the
 * token: the server knows sessions by it, and it opens no session.
 */
const waiting = storedValue<readonly string[]>({ name: 'host.log-outs', initial: [], accept: texts });
/** More log-outs than happen between two connections. */
const MOST = 20;

async function hashOf(token: string): Promise<string> {
  const digest = await cryptography().digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keep = (hashes: readonly string[]): void => (hashes.length === 0 ? waiting.clear() : waiting.write(hashes));

/** Whether the server heard: one that rejects will not accept the same later. */
const isHeard = (error: unknown): boolean =>
  error instanceof ApiError && !['network', 'timeout', 'server', 'rate_limited'].includes(error.code);

async function send(hash: string): Promise<void> {
  try {
    await logOutLate({ session: hash }, { quiet: true });
  } catch (error) {
    if (!isHeard(error)) return console.warn('a log-out waits for the connection', error);
  }
  keep(waiting.read().filter((each) => each !== hash));
}

const sendAll = (): void => {
  for (const hash of waiting.read()) void send(hash);
};

/**
 * Repeats log-outs until the server has heard them: on reconnect, and at the next start. `token` is the session's; it
 * needs a secure context, because browsers hash nowhere else. Returns a function that stops it.
 */
export function repeatLogOuts(token: () => string | null): () => void {
  if (!subtleCrypto()) return () => undefined;
  /** Of the present or the last token: at log-out there is no time for it, the tab may be closed. */
  let hash: string | null = null;
  const prepare = async () => {
    const present = token();
    if (present === null) return;
    hash = null;
    const next = await hashOf(present);
    if (present === token()) hash = next;
  };
  void prepare();
  sendAll();
  const stops = [
    bus.on('logout.request', () => {
      if (hash === null) return;
      keep([...waiting.read(), hash].slice(-MOST));
      void send(hash);
      hash = null;
    }),
    bus.on('session', () => void prepare()),
    onReconnect(sendAll),
  ];
  window.addEventListener('online', sendAll);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('online', sendAll);
  };
}
