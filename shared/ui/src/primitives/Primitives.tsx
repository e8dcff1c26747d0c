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
  /** Heavier, as titles are. */
  readonly strong?: boolean;
};

/** Small print: a note or a label, unless tone and size say otherwise. */
export function Text<Tag extends ElementType = 'p'>(props: Of<Tag, TextLook>) {
  const { as, tone = 'weak', size = 12, strong = false, ...rest } = props as Of<ElementType, TextLook>;
  const Element: ElementType = as ?? 'p';
  return <Element {...rest} className={classes(styles[tone], styles[`size${size}`], strong && styles.title)} />;
}

type Gap = 1 | 2 | 3 | 4 | 5 | 6;

type StackLook = {
  readonly gap: Gap;
  /** Two columns of one width. */
  readonly pairs?: boolean;
  /** All of a page: with room above and below. */
  readonly page?: boolean;
};

/** One below the other; `gap` in steps of 4 px. */
export function Stack<Tag extends ElementType = 'div'>(props: Of<Tag, StackLook>) {
  const { as, gap, pairs = false, page = false, ...rest } = props as Of<ElementType, StackLook>;
  const Element: ElementType = as ?? 'div';
  return <Element {...rest} className={classes(styles[`gap${gap}`], pairs && styles.pairs, page && styles.page)} />;
}

type InlineLook = { readonly gap: Gap; readonly wrap?: boolean; readonly between?: boolean };

/** One beside the other; `between` puts the room that is left between them. */
export function Inline<Tag extends ElementType = 'div'>(props: Of<Tag, InlineLook>) {
  const { as, gap, wrap = false, between = false, ...rest } = props as Of<ElementType, InlineLook>;
  const Element: ElementType = as ?? 'div';
  const look = [styles[`gap${gap}`], styles.inline, wrap && styles.wrap, between && styles.between];
  return <Element {...rest} className={classes(...look)} />;
}

/** What is to be known before a decision, on a ground of its own; a warning is read aloud when it comes. */
export function Note<Tag extends ElementType = 'p'>(props: Of<Tag, { readonly tone?: 'plain' | 'warn' | 'danger' }>) {
  const { as, tone = 'warn', ...rest } = props as Of<ElementType, { readonly tone?: 'plain' | 'warn' | 'danger' }>;
  const Element: ElementType = as ?? 'p';
  return <Element {...rest} className={classes(styles.note, styles[`${tone}Note`])} />;
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
