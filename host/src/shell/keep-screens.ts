import type { Versions } from '../federation/release.ts';
import type { PageScreen, Screen } from './use-screen.ts';

/** Hidden screens hold DOM and state, so the ones that were left longest ago are let go. */
const AT_MOST = 8;

/**
 * The screens that stay mounted once `next` is shown, in the order in which they were first opened, so that none moves
 * in the page. One that no tab leads back to goes, and one of a version that is no longer in force: it must not keep
 * styles and code of a swapped version in the page.
 */
export function keepScreens(
  before: readonly PageScreen[],
  next: Screen,
  isHeld: (entry: number) => boolean,
  { remotes }: Versions,
): readonly PageScreen[] {
  const runs = ({ remote }: PageScreen): boolean =>
    remote === null || remotes.some(({ name, version }) => name === remote.name && version === remote.version);
  const alive = before.filter((page) => page.entry !== next.entry && isHeld(page.entry) && runs(page));
  if (next.kind !== 'page') return alive.slice(-AT_MOST);
  const place = before.findIndex(({ key }) => key === next.key);
  const older = place < 0 ? alive : alive.filter((page) => before.indexOf(page) < place);
  const newer = place < 0 ? [] : alive.filter((page) => before.indexOf(page) > place);
  const surplus = Math.max(0, alive.length + 1 - AT_MOST);
  return [...older.slice(Math.min(surplus, older.length)), next, ...newer];
}
