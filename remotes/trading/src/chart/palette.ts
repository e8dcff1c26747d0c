import { LINES } from './palette-colors.ts';

/** Colors of the canvas; a canvas cannot use CSS variables, so they are read once the theme is known. */
export type Palette = {
  readonly up: string;
  readonly down: string;
  readonly grid: string;
  readonly text: string;
  readonly strong: string;
  readonly surface: string;
  readonly ground: string;
  readonly warn: string;
  readonly onFill: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly upVolume: string;
  readonly downVolume: string;
  /** Lines of the indicators, first to last. */
  readonly lines: readonly string[];
  readonly accent: string;
  readonly accentFill: string;
  readonly font: string;
  /** Small text, in CSS px. */
  readonly size: number;
};

/** Reads the tokens in force. `styles` is the computed style of the root element. */
export function readPalette(styles: CSSStyleDeclaration): Palette {
  const token = (name: string) => styles.getPropertyValue(name).trim();
  const root = Number.parseFloat(styles.fontSize);
  return {
    up: token('--up'),
    down: token('--down'),
    grid: token('--line'),
    text: token('--text-weak'),
    strong: token('--text-strong'),
    surface: token('--surface-3'),
    ground: token('--ground'),
    warn: token('--warn'),
    onFill: token('--on-fill'),
    upFill: token('--up-fill'),
    downFill: token('--down-fill'),
    // Half of the mark: volume stays behind the prices. Two hexadecimal digits of alpha.
    upVolume: `${token('--up')}80`,
    downVolume: `${token('--down')}80`,
    lines: LINES,
    accent: token('--accent'),
    accentFill: token('--accent-fill'),
    font: token('--font'),
    size: Number.parseFloat(token('--text-11')) * root,
  };
}

/** Calls back when theme, direction colours or text size of the page change. */
export function watchPalette(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-direction', 'style', 'class'],
  });
  return () => observer.disconnect();
}
