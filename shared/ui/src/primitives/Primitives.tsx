import type { ComponentProps, ElementType } from 'react';

/* What screens are laid out and written with. `as` names the element: a look says nothing about what something is. */

type Of<Tag extends ElementType, Look> = Look & { readonly as?: Tag } & Omit<
    ComponentProps<Tag>,
    keyof Look | 'as' | 'className'
  >;

/** Steps of 4 px. */
type Step = 1 | 2 | 3 | 4 | 5 | 6;

/** Margins of its own. */
type Room = { readonly above?: Step | 8; readonly below?: Step | 8 };

type TextLook = Room & {
  /** `up` and `down` are those of prices, by the user's choice of colours. */
  readonly tone?:
    | 'weak'
    | 'normal'
    | 'strong'
    | 'disabled'
    | 'accent'
    | 'danger'
    | 'success'
    | 'warn'
    | 'up'
    | 'down'
    | 'inherit';
  readonly size?: 11 | 12 | 14 | 16 | 20 | 28 | 36 | 'inherit';
  readonly weight?: 'normal' | 'medium' | 'strong';
  readonly align?: 'start' | 'center' | 'end';
  /** Lines as close as those of titles. */
  readonly tight?: boolean;
  /** A word that is too long breaks anywhere: addresses, names that users chose. */
  readonly breaks?: boolean;
  /** On lines of its own, in a sentence too. */
  readonly block?: boolean;
};

type BoxLook = Room & Pick<TextLook, 'align'>;

type StackLook = Room & {
  readonly gap: Step;
  /** Two columns of one width. */
  readonly pairs?: boolean;
  /** Content that is wider than the column does not widen it. */
  readonly shrinks?: boolean;
  /** Where each stands in its column; all of the column's width unless it is said. */
  readonly items?: 'start' | 'center' | 'end';
  /** All of a page: with room above and below. */
  readonly page?: boolean;
};

type InlineLook = Room & {
  readonly gap: Step;
  readonly wrap?: boolean;
  /** The room that is left stands between them. */
  readonly between?: boolean;
  /** Where they stand across the line; in its middle. */
  readonly at?: 'start' | 'end' | 'stretch';
};

type CardLook = Room & { readonly gap?: Step; readonly shrinks?: boolean };

type NoteLook = Room & { readonly tone?: 'plain' | 'warn' | 'danger' };

type Drawn = { readonly as?: ElementType | undefined } & Readonly<Record<string, unknown>>;

const LOOKS = new Set(
  'tone size weight align tight breaks block gap pairs shrinks items page wrap between at above below'.split(' '),
);

/** Draws the element with a class for each look that it is given: `ui-gap-2`, `ui-wrap`. */
function drawn({ as: Element = 'div', ...given }: Drawn, ...names: string[]) {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!LOOKS.has(name)) rest[name] = value;
    else if (value && value !== 'inherit') names.push(value === true ? `ui-${name}` : `ui-${name}-${value}`);
  }
  return <Element {...rest} className={names.join(' ')} />;
}

/** Small print: a note or a label, unless tone and size say otherwise. */
export const Text = <Tag extends ElementType = 'p'>(props: Of<Tag, TextLook>) =>
  drawn({ as: 'p', tone: 'weak', size: 12, ...props });

/** A part of a text: what it does not say is as around it. */
export const Span = <Tag extends ElementType = 'span'>(props: Of<Tag, TextLook>) => drawn({ as: 'span', ...props });

/** A title: strong, and of the size around it unless it is said. */
export const Heading = <Tag extends ElementType = 'h2'>(props: Of<Tag, TextLook>) => drawn({ as: 'h2', ...props });

/** What has room around it, and says nothing of what it holds. */
export const Box = <Tag extends ElementType = 'div'>(props: Of<Tag, BoxLook>) => drawn(props);

/** One below the other. */
export const Stack = <Tag extends ElementType = 'div'>(props: Of<Tag, StackLook>) => drawn(props, 'ui-stack');

/** One beside the other. */
export const Inline = <Tag extends ElementType = 'div'>(props: Of<Tag, InlineLook>) => drawn(props, 'ui-inline');

/** What is to be known before a decision, on a ground of its own. */
export const Note = <Tag extends ElementType = 'p'>({ tone = 'warn', ...rest }: Of<Tag, NoteLook>) =>
  drawn({ as: 'p', ...rest }, 'ui-note', `ui-note-${tone}`);

/** A surface that stands out from the ground; with `gap` its content is stacked. */
export const Card = <Tag extends ElementType = 'section'>(props: Of<Tag, CardLook>) =>
  drawn({ as: 'section', ...props }, 'ui-card', ...(props.gap ? ['ui-stack'] : []));

/** Read by screen readers alone. */
export const VisuallyHidden = <Tag extends ElementType = 'span'>(props: Of<Tag, object>) =>
  drawn({ as: 'span', ...props }, 'ui-hidden');
