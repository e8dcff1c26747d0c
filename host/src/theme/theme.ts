import type { Appearance, ThemeName } from '@tessera/bus';
import { bus } from '@tessera/bus/host';
import { matchesMedia, watchMedia } from '@tessera/device';
import { oneOf, storedValue } from '@tessera/storage';

const chosenTheme = storedValue<Appearance['theme']>({
  name: 'host.theme',
  initial: 'system',
  accept: oneOf('system', 'light', 'dark'),
  format: 'text',
});

const chosenDirection = storedValue<Appearance['direction']>({
  name: 'host.direction',
  initial: 'green-up',
  accept: oneOf('green-up', 'red-up', 'cb'),
  format: 'text',
});

const DARK = '(prefers-color-scheme: dark)';

/** Puts theme and colours on the page, as the user chose them, and follows the device where the user left it to it. */
export function startTheme(): void {
  const apply = () => {
    const appearance: Appearance = { theme: chosenTheme.read(), direction: chosenDirection.read() };
    const devices: ThemeName = matchesMedia(DARK) ? 'dark' : 'light';
    const theme = appearance.theme === 'system' ? devices : appearance.theme;
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.direction = appearance.direction;
    bus.emit('appearance', appearance);
    if (bus.last('theme') !== theme) bus.emit('theme', theme);
  };
  apply();
  watchMedia(DARK, apply);
  bus.on('appearance.request', ({ theme, direction }) => {
    if (theme) chosenTheme.write(theme);
    if (direction) chosenDirection.write(direction);
    apply();
  });
}
