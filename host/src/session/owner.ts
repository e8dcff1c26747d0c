import { createContext, use } from 'react';
import type { SessionOwner } from './session.ts';

export const SessionOwnerContext = createContext<SessionOwner | null>(null);

/** The session's owner, for the host's own screens; remotes ask over the bus. */
export function useSessionOwner(): SessionOwner {
  const owner = use(SessionOwnerContext);
  if (!owner) throw new Error('no session owner');
  return owner;
}
