import type { Release } from '../federation/release.ts';

/**
 * Whether the page is that of a former host, whose files may be gone: not for some ms from its start, as gateways may
 * serve the former one for a while.
 */
export const isFormer = (release: Release, since = 600_000): boolean => release.isFormer() && performance.now() > since;

/** The same where something did not load, which is sooner; false while the network does not reply. */
export const isGone = async (release: Release): Promise<boolean> => (await release.look()) && isFormer(release, 10_000);

/** Between two screens this does not disturb the user: what was typed comes back (`typed.ts`). */
export function loadAnew(): void {
  dispatchEvent(new Event('tessera-reload'));
  location.reload();
}
