import { bus, type ThemeName } from '@tessera/bus';
import { oneOf, storedValue } from '@tessera/storage';

/** Null until the user chooses one. */
const chosenTheme = storedValue<ThemeName | null>({
  name: 'host.theme',
  initial: null,
  accept: oneOf('light', 'dark'),
  format: 'text',
});

const preferred = (): ThemeName =>
  chosenTheme.read() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function apply(theme: ThemeName): void {
  document.documentElement.dataset.theme = theme;
  bus.emit('theme', theme);
}

/** The chosen theme, or the device's until one is chosen. */
export function startTheme(): void {
  apply(preferred());
  bus.on('theme.request', (theme) => {
    chosenTheme.write(theme);
    apply(theme);
  });
}
