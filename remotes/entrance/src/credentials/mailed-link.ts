import { useEffect, useState } from 'react';

/** What a link in a mail holds: the address that it was sent to, and the token that replaces the code. */
export type MailedLink = { readonly address: string; readonly token: string };

/**
 * The link that opened the screen, or null. `clear` takes both out of the address bar at once, where they would stay in
 * the history.
 */
export function useMailedLink(
  { to, token }: { readonly to?: string | undefined; readonly token?: string | undefined },
  clear: () => void,
): MailedLink | null {
  const [link] = useState(() => (to && token ? { address: to, token } : null));
  const shown = token !== undefined;
  useEffect(() => {
    if (shown) clear();
  }, [shown, clear]);
  return link;
}
