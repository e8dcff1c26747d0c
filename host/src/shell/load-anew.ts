import { visitArea } from '@tessera/device';
import type { Release } from '../federation/release.ts';

/** Of this tab: the version of the host that it was last loaded anew for. */
const KEY = 'tessera.host.loaded-for';

/**
 * Whether the page is that of a former host, whose files may be gone: not for some ms from its start, as gateways may
 * serve the former one for a while.
 */
const isFormer = (release: Release, since: number): boolean =>
  release.successor() !== null && performance.now() > since;

let asked = false;

/** The user asks for what did not load: the page may load anew once more for it. */
export function ask(): void {
  asked = true;
}

/**
 * Whether this is the first load for that host. Without being asked there is no second one: a gateway may go on serving
 * the former page, and a start may take longer than any age. Where nothing is kept there is none.
 */
export function isFirst(release: Release): boolean {
  const version = release.successor() ?? '';
  return asked || (visitArea.read(KEY) !== version && visitArea.keep(KEY, version));
}

/** Whether the page should give way to the present host between two screens; from one that was withdrawn soon. */
export const isOutdated = (release: Release): boolean =>
  isFormer(release, release.isWithdrawn() ? 10_000 : 600_000) && isFirst(release);

/** The same where something did not load, which is sooner; false while the network does not reply. */
export const isGone = async (release: Release): Promise<boolean> => (await release.look()) && isFormer(release, 10_000);

/** Between two screens this does not disturb the user: what was typed comes back (`typed.ts`). */
export function loadAnew(): void {
  dispatchEvent(new Event('tessera-reload'));
  location.reload();
}
