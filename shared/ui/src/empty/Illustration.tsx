import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './EmptyState.module.css';

export type IllustrationName = 'chart' | 'wallet' | 'orders' | 'search' | 'message' | 'box' | 'shield';
export type Illustrations = Readonly<Record<IllustrationName, ReactNode>>;

let drawn: Illustrations | undefined;
const waiting = new Set<() => void>();

/** Gives the pictures, which are fetched once the first screen is there: until then their places are empty. */
export function illustrate(pictures: Illustrations): void {
  drawn = pictures;
  for (const draw of waiting) draw();
}

const subscribe = (draw: () => void) => {
  waiting.add(draw);
  return () => waiting.delete(draw);
};

export const Illustration = ({ name }: { readonly name: IllustrationName }) => (
  <svg className={styles.picture} viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
    {useSyncExternalStore(subscribe, () => drawn)?.[name]}
  </svg>
);
