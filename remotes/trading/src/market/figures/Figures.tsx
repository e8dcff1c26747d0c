import { Span } from '@tessera/ui';
import type { ComponentProps, ReactNode } from 'react';

export type Figure = {
  readonly label: string;
  readonly value: ReactNode;
  /** Marks a value that stands out. */
  readonly tone?: string | undefined;
};

type Look = Pick<ComponentProps<typeof Span>, 'tone' | 'size' | 'weight' | 'tight'>;

type FiguresProps = {
  /** Of the list: how the figures stand. */
  readonly className: string | undefined;
  /** What is false is left out. */
  readonly items: ReadonlyArray<Figure | false>;
  /** How names and values look, where the list does not say it. */
  readonly names?: Look;
  readonly values?: Look;
};

/** Names in small print, over their values. */
export const SMALL = { tone: 'weak', size: 11, tight: true } as const;

/** Figures with their names. */
export const Figures = ({ className, items, names, values }: FiguresProps) => (
  <dl className={className}>
    {items.map(
      (item) =>
        item && (
          <div key={item.label}>
            <Span as="dt" {...names}>
              {item.label}
            </Span>
            <Span as="dd" {...values} data-tone={item.tone}>
              {item.value}
            </Span>
          </div>
        ),
    )}
  </dl>
);
