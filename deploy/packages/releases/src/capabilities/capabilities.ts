import type { Capability } from '@tessera/registry-api';

/** What no remote may touch: it is the platform's, or a way around its content policy. */
export const FORBIDDEN = {
  caches: 'the caches of the worker',
  serviceWorker: 'service workers, but for reading the registration',
  cookies: 'cookies',
  session: 'what the host keeps: its keys in storage, its database, all values at once',
  peer: 'connections that the content policy does not see (WebRTC)',
} as const;

type ForbiddenUse = keyof typeof FORBIDDEN;

/** One use in a script, with the name that it stands for, if there is one. */
export type Use = { readonly of: Capability | ForbiddenUse; readonly name?: string };

export const isForbidden = (of: Use['of']): of is ForbiddenUse => of in FORBIDDEN;
