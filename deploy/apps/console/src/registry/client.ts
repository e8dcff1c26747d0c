import type { z } from 'zod';
import {
  type Diff,
  diffSchema,
  historySchema,
  movedSchema,
  type Preview,
  previewSchema,
  type ReleaseEvent,
  type ReleaseResult,
  type Status,
  statusSchema,
  type Version,
  versionsSchema,
} from './contract.ts';
import { errorOf, RegistryError } from './registry-error.ts';

/** A move waits for the compatibility gate; a read is there at once or not at all. ms */
const PATIENCE = { read: 8_000, move: 30_000 } as const;

/** What every move says: why, and the epoch that the person saw when deciding. */
export type Act = { readonly why: string; readonly expectedEpoch: number };
export type Reference = { readonly name: string; readonly version: string };
type Forcible = { readonly force?: true };

/** Every call rejects with a RegistryError, or with an AbortError by its signal. */
export type RegistryClient = {
  status(signal?: AbortSignal): Promise<Status>;
  /** The last `limit` moves, newest first. */
  history(limit: number, signal?: AbortSignal): Promise<readonly ReleaseEvent[]>;
  /** What was published of a remote, newest first. */
  versions(name: string, signal?: AbortSignal): Promise<readonly Version[]>;
  diff(from: number, to: number, signal?: AbortSignal): Promise<Diff>;
  promote(move: Reference & Act & Forcible): Promise<ReleaseResult>;
  /** `percent` of the clients, 0 to 100 with at most two decimals. */
  ramp(move: Reference & Act & Forcible & { readonly percent: number }): Promise<ReleaseResult>;
  rollback(move: Act & { readonly name: string }): Promise<ReleaseResult>;
  revert(move: Act & { readonly epoch: number }): Promise<ReleaseResult>;
  /** Lends a published version to whoever has the link. */
  preview(loan: Reference & { readonly minutes: number }): Promise<Preview>;
};

export type RegistryConnection = {
  /** Where `/registry` is, with the origin. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly token: () => string | null;
  /** The registry did not take the token that the call was made with. */
  readonly onSessionInvalid: (token: string | null) => void;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export function createRegistryClient({ baseUrl, fetch, token, onSessionInvalid }: RegistryConnection): RegistryClient {
  async function receive(path: string, request: RequestInit, patience: number, signal: AbortSignal | undefined) {
    const limit = AbortSignal.timeout(patience);
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        ...request,
        cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      return { ok: answer.ok, status: answer.status, body: parse(await answer.text()) };
    } catch (cause) {
      if (signal?.aborted) throw cause;
      if (limit.aborted) throw new RegistryError('timeout', 'The registry did not answer in time.', { cause });
      throw new RegistryError('offline', 'The registry could not be reached.', { cause });
    }
  }

  async function exchange<T>(
    path: string,
    schema: z.ZodType<T>,
    request: RequestInit,
    patience: number,
    signal?: AbortSignal,
  ): Promise<T> {
    const sent = token();
    const headers = { ...request.headers, accept: 'application/json', authorization: `Bearer ${sent ?? ''}` };
    const { ok, status, body } = await receive(path, { ...request, headers }, patience, signal);
    if (!ok) {
      const error = errorOf(status, body);
      if (error.kind === 'session') onSessionInvalid(sent);
      throw error;
    }
    const reading = schema.safeParse(body);
    if (reading.success) return reading.data;
    throw new RegistryError('malformed', `The registry's answer to ${path} is not of the form this page knows.`, {
      cause: reading.error,
    });
  }

  const read = <T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal) =>
    exchange(path, schema, {}, PATIENCE.read, signal);

  const write = <T>(path: string, schema: z.ZodType<T>, body: object) =>
    exchange(
      path,
      schema,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      PATIENCE.move,
    );

  return {
    status: (signal) => read('/status', statusSchema, signal),
    history: async (limit, signal) => (await read(`/history?limit=${limit}`, historySchema, signal)).moves,
    versions: async (name, signal) =>
      (await read(`/versions/${encodeURIComponent(name)}`, versionsSchema, signal)).versions,
    diff: (from, to, signal) => read(`/diff?from=${from}&to=${to}`, diffSchema, signal),
    promote: (move) => write('/promote', movedSchema, move),
    ramp: (move) => write('/ramp', movedSchema, move),
    rollback: (move) => write('/rollback', movedSchema, move),
    revert: (move) => write('/revert', movedSchema, move),
    preview: (loan) => write('/preview', previewSchema, loan),
  };
}
