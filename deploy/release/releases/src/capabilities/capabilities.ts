import type { Capability } from '@tessera/registry-api';

type Refusal = { readonly what: string; readonly instead: string };

/** What no remote may touch, and what to do instead: it is the platform's, or a way around its content policy. */
const FORBIDDEN = {
  caches: { what: 'the caches of the worker', instead: 'keep values with @tessera/storage' },
  serviceWorker: {
    what: 'service workers, but for reading the registration',
    instead: 'leave the worker to the host, which keeps the files of a version',
  },
  cookies: { what: 'cookies', instead: 'keep values with @tessera/storage' },
  session: {
    what: 'what the host keeps: its keys in storage, its database, all values at once',
    instead:
      'read the session with @tessera/session, and keep values under the name of the remote with @tessera/storage',
  },
  leaving: {
    what: 'ways out of the page, other than to a fixed address of its own origin',
    instead: 'open screens with useOpenScreen(), other sites with a link or the screen /pages/common/webView',
  },
  pressing: {
    what: 'links, forms and presses that no user made',
    instead:
      'save files with saveFile or downloadFrom of @tessera/ui/content, render links with React, open a picker of files with the label of its field',
  },
  peer: {
    what: 'connections that the content policy does not see (WebRTC, hints for other hosts)',
    instead: 'make calls with @tessera/api and streams with @tessera/realtime',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

type ForbiddenUse = keyof typeof FORBIDDEN;

/** One use in a script, with the name that it stands for, if there is one. */
export type Use = { readonly of: Capability | ForbiddenUse; readonly name?: string };

export const isForbidden = (of: Use['of']): of is ForbiddenUse => of in FORBIDDEN;

/** Why a file is refused. */
export function refusalOf(path: string, of: ForbiddenUse, name: string | undefined): string {
  const { what, instead } = FORBIDDEN[of];
  return `${path} touches ${what}${name === undefined ? '' : ` (${name})`}: ${instead}`;
}
