import { useTexts } from '@tessera/i18n';
import { ChevronDown, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../button/IconButton.tsx';
import { Span } from '../primitives/Primitives.tsx';
import { Sheet } from '../sheet/Sheet.tsx';
import { Explanation, type ExplanationProps } from './Explained.tsx';
import styles from './ExplainedBlock.module.css';

export type ExplainedFigure = ExplanationProps & {
  readonly title: string;
  /** The figure as it is shown on the screen. */
  readonly value: ReactNode;
  /** In place of `entries`, `formula` …: an element that is rendered only while the figure is open. */
  readonly children?: ReactNode;
};

export type ExplainedBlockProps = {
  /** What the block shows: "Total assets". Names the button and the sheet. */
  readonly title: string;
  readonly figures: readonly ExplainedFigure[];
};

function Figure({ title, value, children, ...explanation }: ExplainedFigure) {
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.figure}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{title}</span>
        <Span tone="strong" weight="medium" align="end" translate="no">
          {value}
        </Span>
        <ChevronDown className={styles.arrow} />
      </button>
      {open && (children ?? <Explanation {...explanation} />)}
    </li>
  );
}

/**
 * One control for all figures of a block: a sheet lists them, and each opens the entries and the formula behind it. The block
 * itself stays as quiet as figures are.
 */
export function ExplainedBlock({ title, figures }: ExplainedBlockProps) {
  const t = useTexts('common');
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={styles.ask}
        label={t('explain', { of: title })}
        icon={<Info />}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked &&
        createPortal(
          <Sheet open={open} onClose={() => setOpen(false)} title={title}>
            <ul>
              {figures.map((figure) => (
                <Figure key={figure.title} {...figure} />
              ))}
            </ul>
          </Sheet>,
          document.body,
        )}
    </>
  );
}
