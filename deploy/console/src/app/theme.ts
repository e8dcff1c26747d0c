import { deviceArea, matchesMedia } from '@tessera/device';

export type Theme = 'light' | 'dark';

const KEY = 'tessera.console.theme';

/** The user's choice, else the preference of the device. */
export function initialTheme(): Theme {
  const chosen = deviceArea.read(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchesMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
}

export const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  deviceArea.keep(KEY, theme);
  showTheme(theme);
}
