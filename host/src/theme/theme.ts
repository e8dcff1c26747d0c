import { bus, type ThemeName } from '@tessera/bus';
import { readStored, store } from '../storage.ts';

function preferred(): ThemeName {
  const stored = readStored('theme');
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function apply(theme: ThemeName): void {
  document.documentElement.dataset.theme = theme;
  bus.emit('theme', theme);
}

/** The chosen theme, or the device's until one is chosen. */
export function startTheme(): void {
  apply(preferred());
  bus.on('theme.request', (theme) => {
    store('theme', theme);
    apply(theme);
  });
}
