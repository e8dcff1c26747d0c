import { closePopUp, type PopUp, readPopUp } from '@tessera/api/content';
import { bus } from '@tessera/bus';
import { anyText, storedValue } from '@tessera/storage';

/** Id of the last announcement that was closed on this device: a guest has no account that would remember it. */
const closedHere = storedValue<string | null>({
  name: 'host.announcement',
  initial: null,
  accept: anyText,
  format: 'text',
});

/** The announcement to show now, if staff asked for one that was not closed yet. Null as well where it cannot be read. */
export async function pendingPopUp(): Promise<PopUp | null> {
  const { item } = await readPopUp({}, { quiet: true }).catch(() => ({ item: null }));
  return item && item.id !== closedHere.read() ? item : null;
}

/** Notes that an announcement was closed, on this device and, for a user, on all others. */
export function popUpClosed({ id }: PopUp): void {
  closedHere.write(id);
  if (!bus.last('session')) return;
  closePopUp({ id }, { quiet: true }).catch((error) => console.warn('a closed announcement was not noted', error));
}
