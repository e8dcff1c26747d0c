import type { ComponentPropsWithoutRef, ElementType } from 'react';
import { classes } from '../classes.ts';
import styles from './Primitives.module.css';

/* What screens are laid out and written with. `as` names the element: a look says nothing about what something is. */

type Of<Tag extends ElementType, Own = object> = Own & { readonly as?: Tag } & Omit<
    ComponentPropsWithoutRef<Tag>,
    keyof Own | 'as' | 'className'
  >;

export type TextLook = {
  readonly tone?: 'weak' | 'normal' | 'strong' | 'danger' | 'warn';
  readonly size?: 11 | 12 | 14 | 16;
};

/** Small print: a note or a label, unless tone and size say otherwise. */
export function Text<Tag extends ElementType = 'p'>({ as, tone = 'weak', size = 12, ...rest }: Of<Tag, TextLook>) {
  const Element: ElementType = as ?? 'p';
  return <Element {...rest} className={classes(styles[tone], styles[`size${size}`])} />;
}

type Gap = 1 | 2 | 3 | 4 | 5 | 6;

/** One below the other; `gap` in steps of 4 px. */
export function Stack<Tag extends ElementType = 'div'>({ as, gap, ...rest }: Of<Tag, { readonly gap: Gap }>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...rest} className={styles[`gap${gap}`]} />;
}

/** A surface that stands out from the ground; with `gap` its content is stacked. */
export function Card<Tag extends ElementType = 'section'>({ as, gap, ...rest }: Of<Tag, { readonly gap?: Gap }>) {
  const Element: ElementType = as ?? 'section';
  return <Element {...rest} className={classes(styles.card, gap && styles[`gap${gap}`])} />;
}

/** Read by screen readers alone. */
export function VisuallyHidden<Tag extends ElementType = 'span'>({ as, ...rest }: Of<Tag>) {
  const Element: ElementType = as ?? 'span';
  return <Element {...rest} className={styles.hidden} />;
}
