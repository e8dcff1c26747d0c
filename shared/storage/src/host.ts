/* For the host alone: no remote shares this module, and none may be built with it. */
import { deviceArea } from '@tessera/device';

/** As `area.ts` has it, which this does not import: it would be a module of its own in the first files. */
const NAMESPACE = 'tessera.';

/** Removes every key of the page when the stored generation is older than this one; before anything is read. */
export function clearBefore(generation: number, marker: string): void {
  const own = NAMESPACE + marker;
  if (Number(deviceArea.read(own) ?? 0) >= generation) return;
  for (const key of deviceArea.keys()) if (key.startsWith(NAMESPACE)) deviceArea.remove(key);
  deviceArea.keep(own, String(generation));
}
