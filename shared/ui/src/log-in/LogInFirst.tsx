import { useTexts } from '@tessera/i18n';
import { type ScreenUrl, screenUrl, useHere } from '@tessera/router';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import styles from '../empty/EmptyState.module.css';
import { EmptyState } from '../empty/EmptyState.tsx';

export type LogInButtonProps = {
  /** Where the log-in leads; where the user is unless given. */
  readonly from?: ScreenUrl | undefined;
  /** What logging in is for; "Log in" unless given. */
  readonly children?: ReactNode;
  readonly variant?: 'secondary' | 'ghost' | undefined;
  readonly size?: 'l' | undefined;
  readonly block?: boolean | undefined;
};

/** Leads to the log-in page and, from there, back. */
export function LogInButton({ from, children, ...look }: LogInButtonProps) {
  const t = useTexts('common');
  const here = useHere();
  return (
    <Button to={screenUrl('/pages/common/login', { from: from ?? here })} {...look}>
      {children ?? t('login')}
    </Button>
  );
}

/** Stands where a guest would see what is a user's own. */
export function LogInFirst({ compact }: { readonly compact?: boolean | undefined }) {
  const t = useTexts('common');
  return (
    <EmptyState
      compact={compact}
      illustration="wallet"
      title={t('guest.title')}
      text={t('guest.text')}
      action={
        <div className={styles.actions}>
          <LogInButton />
          <Button variant="secondary" to={screenUrl('/pages/common/register')}>
            {t('register')}
          </Button>
        </div>
      }
    />
  );
}
