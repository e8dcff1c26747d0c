import type { ReleasedRemote } from '@tessera/manifest';
import type { Release } from '../federation/release.ts';
import { followVitals, reportHost, reportScreen, reportUse } from '../federation/telemetry.ts';
import { type EdgeSwipe, followEdgeSwipe } from './edge-swipe.ts';
import type { Screen } from './use-screen.ts';

/** Whose version is on screen; null for a page of the host, and for a remote that is still being built. */
let onScreen: ReleasedRemote | null = null;
let followed = false;
const swiped = new WeakSet<HTMLElement>();

/** Counts the screen that is shown now, and the vitals of the page for it. */
function report({ manifest }: Release, screen: Screen | null): void {
  onScreen = screen?.kind === 'page' && screen.remote?.entry ? screen.remote : null;
  if (!followed) followVitals(manifest, () => onScreen).catch(() => undefined);
  followed = true;
  if (screen?.kind !== 'page') return;
  reportHost(manifest());
  if (!onScreen) return;
  reportUse(manifest(), onScreen);
  reportScreen(manifest(), onScreen, screen.took);
}

/** Called with each screen that is shown. */
export function afterScreen(
  release: Release,
  screen: Screen | null,
  outlet: HTMLElement | null,
  navigator: EdgeSwipe,
): void {
  // A swipe from the edge at which lines begin goes back.
  if (outlet && !swiped.has(outlet)) followEdgeSwipe(outlet, navigator);
  if (outlet) swiped.add(outlet);
  // Previews and development servers are not reported.
  if (release.overrides.length === 0) report(release, screen);
}
