import { ScreenLink, type ScreenUrl } from '@tessera/router';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import { KeyValue, type KeyValueItem } from '../key-value/KeyValue.tsx';
import { Stack, Text, VisuallyHidden } from '../primitives/Primitives.tsx';
import { Sheet } from '../sheet/Sheet.tsx';
import styles from './Explained.module.css';

export type ExplanationProps = {
  /** What the figure is made of: the entries that are added up, or what goes into the formula. */
  readonly entries?: readonly KeyValueItem[] | undefined;
  /** The formula in words, then the same with the user's numbers: a line each. */
  readonly formula?: string | readonly string[] | undefined;
  /** What the formula does not say: when it is charged, why there is no figure. */
  readonly note?: ReactNode;
  /** Leads to the entries where they are more than fit here. */
  readonly link?: { readonly to: ScreenUrl; readonly label: string } | undefined;
};

/** The entries and the formula behind a figure. */
export function Explanation({ entries = [], formula = [], note, link }: ExplanationProps) {
  const lines = typeof formula === 'string' ? [formula] : formula;
  return (
    <Stack gap={3} above={3}>
      {entries.length > 0 && <KeyValue items={entries} />}
      {lines.length > 0 && (
        <div className={styles.formula}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {note && <Text>{note}</Text>}
      {link && (
        <ScreenLink className={styles.link} to={link.to}>
          {link.label}
        </ScreenLink>
      )}
    </Stack>
  );
}

export type ExplainedProps = ExplanationProps & {
  /** The figure as it is shown on the screen. */
  readonly value: ReactNode;
  /** What the figure is: "Fee". Names the button together with the figure, and the sheet. */
  readonly title: string;
  /** In place of `entries`, `formula` …: an element that is rendered only while the sheet is open. For figures that move. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

/**
 * A figure that explains itself: a tap opens a sheet with the entries and the formula behind it. Not for rows that are
 * a link or a button themselves.
 */
export function Explained({ value, title, children, className, ...explanation }: ExplainedProps) {
  // A list has many figures: the sheet of one exists from its first opening on.
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const ask = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <button type="button" className={classes(styles.figure, className)} aria-haspopup="dialog" onClick={ask}>
        <VisuallyHidden>{title}</VisuallyHidden>{' '}
        <span className={styles.value} translate="no">
          {value}
        </span>
      </button>
      {asked &&
        // Outside of the figure's list or table, whose styles would reach into the sheet.
        createPortal(
          <Sheet open={open} onClose={() => setOpen(false)} title={title}>
            <Text tone="strong" size={20} weight="strong" breaks>
              {value}
            </Text>
            {children ?? <Explanation {...explanation} />}
          </Sheet>,
          document.body,
        )}
    </>
  );
}
