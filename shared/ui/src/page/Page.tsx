import { useTexts } from '@tessera/i18n';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import styles from './Page.module.css';

export type PageProps = {
  readonly title: string;
  /** `true`: one step back in history, or home for somebody who came here directly; a function decides itself. */
  readonly back?: boolean | (() => void) | undefined;
  /** At most two IconButtons. */
  readonly actions?: ReactNode;
  /** Takes the place of the title (a symbol picker, a search field); `title` then names the page for screen readers. */
  readonly heading?: ReactNode;
  /** Stays under the bar while the content scrolls: tabs, filters. */
  readonly header?: ReactNode;
  /** The action area that stays above the safe area. */
  readonly footer?: ReactNode;
  /** Content reaches the edges: lists, charts. */
  readonly flush?: boolean | undefined;
  readonly children: ReactNode;
};

/** The router counts its steps in `history.state.idx`; zero means that there is nothing of ours behind this page. */
function stepBack(): void {
  const { idx } = (history.state ?? {}) as { idx?: number };
  if (idx) history.back();
  else location.hash = '#/';
}

export function Page({ title, back, actions, heading, header, footer, flush, children }: PageProps) {
  const t = useTexts('common');
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div className={styles.bar}>
          {back && (
            <IconButton
              className={styles.back}
              label={t('back')}
              icon={<ArrowLeft />}
              onClick={typeof back === 'function' ? back : stepBack}
            />
          )}
          {/* Focusable by script: the host moves the focus here after a navigation. */}
          <h1 className={classes(styles.title, heading !== undefined && styles.unseen)} tabIndex={-1}>
            {title}
          </h1>
          {heading && <div className={styles.heading}>{heading}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {header}
      </header>
      <main className={classes(styles.content, flush && styles.flush)}>{children}</main>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
