import { createJsonClient, hasBody, JsonCallFailure, type JsonInput, type JsonOutput } from '@tessera/api/kit/json';
import { type RegistryCallId, type RegistryContract, registryContract } from './contract.ts';
import { registryErrorOf } from './registry-error.ts';

export type RegistryConnection = {
  /** Origin that `/registry` is on: `https://h5.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Token of the staff session; null without one. */
  readonly token: () => string | null;
  /** The proof of the session's key for a request; null where the session has none. */
  readonly prove?: (token: string, request: Provable) => Promise<string | null> | null;
  /** Called when the registry rejects the token of a call. */
  readonly onSessionInvalid?: (token: string | null) => void;
  /** Timeout of a call in ms; no timeout if undefined. */
  readonly timeoutMs?: { readonly read: number; readonly release: number };
};

type Provable = { readonly method: string; readonly url: string; readonly content: string };

/** Calls the registry. Rejects with a `RegistryError`, or with an `AbortError` if the signal aborts. */
export type RegistryClient = <K extends RegistryCallId>(
  callId: K,
  input: JsonInput<RegistryContract, K>,
  signal?: AbortSignal,
) => Promise<JsonOutput<RegistryContract, K>>;

export function createRegistryClient(connection: RegistryConnection): RegistryClient {
  const { origin, fetch, token, prove, onSessionInvalid, timeoutMs } = connection;
  return async (callId, input, signal) => {
    const sent = token();
    const send = createJsonClient(registryContract, {
      origin,
      fetch,
      async headers({ method, path, body }) {
        const [, query = ''] = path.split('?');
        const request = { method, url: `${origin}${path}`, content: body ?? query };
        const dpop = sent === null ? null : await prove?.(sent, request);
        return { authorization: `Bearer ${sent ?? ''}`, ...(dpop && { dpop }) };
      },
      timeoutMs: timeoutMs && ((call) => (hasBody(call) ? timeoutMs.release : timeoutMs.read)),
    });
    try {
      return await send(callId, input, signal);
    } catch (failure) {
      if (!(failure instanceof JsonCallFailure)) throw failure;
      const error = registryErrorOf(failure);
      if (error.kind === 'session') onSessionInvalid?.(sent);
      throw error;
    }
  };
}
