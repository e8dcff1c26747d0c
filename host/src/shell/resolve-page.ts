import type { Session } from '@tessera/bus';
import type { Access, ReleasedRemote } from '@tessera/manifest';
import type { Versions } from '../federation/release.ts';
import { matchRemote } from '../federation/route-table.ts';

export type Resolution =
  | { readonly kind: 'host'; readonly path: string }
  | { readonly kind: 'remote'; readonly path: string; readonly remote: ReleasedRemote }
  | { readonly kind: 'closed'; readonly why: 'login' | 'verify' }
  | { readonly kind: 'unknown' };

function closedTo(session: Session | null, access: Access): 'login' | 'verify' | null {
  if (access === 'guest') return null;
  if (!session) return 'login';
  return access === 'verified' && session.user.verificationLevel === 0 ? 'verify' : null;
}

/** What a path resolves to for this user and release. */
export function resolvePage(
  path: string,
  isHostPage: (path: string) => boolean,
  versions: Versions,
  session: Session | null,
): Resolution {
  if (isHostPage(path)) return { kind: 'host', path };
  const match = matchRemote(versions, path);
  if (!match) return { kind: 'unknown' };
  const why = closedTo(session, match.route.access);
  return why ? { kind: 'closed', why } : { kind: 'remote', path, remote: match.remote };
}
