import { createRegistryClient, type RegistryClient, RegistryError } from '@tessera/registry-api';
import type { Operations } from './operations.ts';

/** Calls a registry; names the address if it cannot be reached. */
export function registryAt(origin: string, token: string, request: typeof fetch = fetch): RegistryClient {
  const registry = createRegistryClient({ origin: origin.replace(/\/$/, ''), fetch: request, token: () => token });
  return async (callId, input, signal) => {
    try {
      return await registry(callId, input, signal);
    } catch (error) {
      if (!(error instanceof RegistryError) || error.kind !== 'offline') throw error;
      const { cause } = error.cause instanceof Error ? error.cause : error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RegistryError(
        'offline',
        `${origin} cannot be reached: ${reason}. It has to be the origin of a platform that runs.`,
        { cause: error },
      );
    }
  };
}

/** Through the registry of a running platform: `origin` such as https://h5.example, `token` of a staff session. */
export function registryOperations(origin: string, token: string, request: typeof fetch = fetch): Operations {
  const call = registryAt(origin, token, request);
  return {
    status: () => call('GET /registry/status', {}),
    history: async (limit) => (await call('GET /registry/history', { limit })).moves,
    versions: async (name) => (await call('GET /registry/versions/:name', { name })).versions,
    diff: async (from, to) => (await call('GET /registry/diff', { from, to })).changes,
    promote: ([first, ...others], asked) =>
      call('POST /registry/promote', { ...first, ...(others.length > 0 && { together: others }), ...asked }),
    ramp: (reference, percent, asked, steps) =>
      call('POST /registry/ramp', { ...reference, percent, ...(steps && { steps: [...steps] }), ...asked }),
    hold: (name, asked) => call('POST /registry/hold', { name, ...asked }),
    resume: (name, asked) => call('POST /registry/resume', { name, ...asked }),
    rollback: (name, asked, to) => call('POST /registry/rollback', { name, to, ...asked }),
    revert: (epoch, asked) => call('POST /registry/revert', { epoch, ...asked }),
    preview: (reference, minutes, asked) => call('POST /registry/preview', { ...reference, minutes, ...asked }),
    previews: async () => (await call('GET /registry/previews', {})).previews,
    endPreview: (id, asked) => call('POST /registry/end-preview', { id, ...asked }),
    tabs: (names, asked) => call('POST /registry/tabs', { tabs: names && [...names], ...asked }),
  };
}
