import { useTexts } from '@tessera/i18n';
import { NavigationContext, useGoBack } from '@tessera/router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import styles from './Page.module.css';

export type PageProps = {
  readonly title: string;
  /** `true`: one step back in history, or home if the page was opened directly; a function handles it itself. */
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

export function Page({ title, back, actions, heading, header, footer, flush, children }: PageProps) {
  const t = useTexts('common');
  const goBack = useGoBack();
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <div className={styles.bar}>
          {back && (
            <IconButton
              className={styles.back}
              label={t('back')}
              icon={<ArrowLeft />}
              onClick={typeof back === 'function' ? back : goBack}
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
      {/* Beside a list that it was opened from, a screen alone is the main content. */}
      <main className={styles.main} role={use(NavigationContext)?.aside ? 'complementary' : undefined}>
        <div className={classes(styles.content, flush && styles.flush)}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </main>
    </div>
  );
}
