import { useSyncExternalStore } from 'react';

/** `--row` in rem; the token's value, for the arithmetic of the virtual list. */
const FALLBACK_REM = 3.75;
const FALLBACK_ROOT_PX = 16;

function rowHeight(): number {
  const root = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(root.getPropertyValue('--row')) || FALLBACK_REM;
  return rem * (Number.parseFloat(root.fontSize) || FALLBACK_ROOT_PX);
}

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

/** Height of a row in CSS px; follows the root's size, which follows the width of the window. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, rowHeight);
