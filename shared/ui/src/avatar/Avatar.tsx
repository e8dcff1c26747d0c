import type { CSSProperties } from 'react';
import { classes } from '../classes.ts';
import { monogram } from '../coin/monogram.ts';
import styles from './Avatar.module.css';

export type AvatarProps = {
  readonly name: string;
  /** Picture that its owner uploaded. */
  readonly src?: string | null | undefined;
  readonly size?: 's' | 'm' | 'l' | undefined;
};

/** A user's picture, or the first letter of the name; decorative, since the name is next to it. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const [letter = '?'] = Array.from(name.trim());
  return (
    <span
      className={classes(styles.avatar, src ? undefined : 'ui-tile')}
      data-size={size}
      style={{ '--hue': monogram(name).hue } as CSSProperties}
    >
      {src ? <img src={src} alt="" width="64" height="64" loading="lazy" /> : letter.toUpperCase()}
    </span>
  );
}
