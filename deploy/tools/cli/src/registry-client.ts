import { ReleaseError, type ReleaseErrorCode } from '@tessera/releases';
import type { Operations } from './operations.ts';

type Refusal = {
  readonly error: string;
  readonly message: string;
  readonly reasons?: readonly { readonly code: string; readonly message: string }[];
};

/** The registry could not be asked, or did not let us; the message says which. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}

/** Through the registry of a running platform: `origin` such as https://h5.example, `token` of a staff session. */
export function registryOperations(origin: string, token: string, request: typeof fetch = fetch): Operations {
  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    let answer: Response;
    try {
      answer = await request(`${origin.replace(/\/$/, '')}/registry${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    } catch (error) {
      throw new RegistryError(`${origin} cannot be reached: ${error instanceof Error ? error.message : error}`);
    }
    const content: unknown = await answer.json().catch(() => undefined);
    if (answer.ok) return content as T;
    const { error, message, reasons } = (content ?? {}) as Partial<Refusal>;
    if (answer.status === 401 || answer.status === 403 || !error || !message) {
      throw new RegistryError(message ?? `${origin} answered ${answer.status}`);
    }
    throw new ReleaseError(error as ReleaseErrorCode, message, reasons ?? []);
  }
  return {
    status: () => call('GET', '/status'),
    history: async (limit) => (await call<{ moves: never[] }>('GET', `/history?limit=${limit}`)).moves,
    versions: async (name) => (await call<{ versions: never[] }>('GET', `/versions/${name}`)).versions,
    diff: async (from, to) => (await call<{ changes: never[] }>('GET', `/diff?from=${from}&to=${to}`)).changes,
    promote: (reference, asked) => call('POST', '/promote', { ...reference, ...asked }),
    ramp: (reference, percent, asked) => call('POST', '/ramp', { ...reference, percent, ...asked }),
    rollback: (name, asked) => call('POST', '/rollback', { ...(name === undefined ? {} : { name }), ...asked }),
    revert: (epoch, asked) => call('POST', '/revert', { epoch, ...asked }),
    preview: (reference, minutes) => call('POST', '/preview', { ...reference, minutes }),
  };
}
