import type { Answer } from '@tessera/api';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, useLocale } from '@tessera/ui';
import { BadgeCheck, Clock, ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import styles from './LevelsPage.module.css';

type Real = Answer<'GET /real/state'>;

const ICONS = {
  not_verified: <ShieldQuestionMark />,
  under_review: <Clock />,
  verified: <BadgeCheck />,
  failed: <ShieldAlert />,
} as const;

const TONES = { not_verified: 'warn', under_review: 'accent', verified: 'success', failed: 'danger' } as const;

/** What became of the request made last: staff's own words where they refused it. */
export function StateCard({ real }: { readonly real: Real }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { state } = real;
  return (
    <section className={styles.state} data-tone={TONES[state]}>
      {ICONS[state]}
      <div>
        <h2 className={styles.title}>{t(`real.${state}Title`)}</h2>
        {state === 'failed' && real.reason && <p className={styles.reason}>{real.reason}</p>}
        <p>{t(`real.${state}`)}</p>
        {state === 'under_review' && real.submitted_at !== null && (
          <p className={styles.weak}>
            {t('real.submittedAt')} {formatDateTime(real.submitted_at, locale)}
          </p>
        )}
      </div>
    </section>
  );
}

export function GuestCard() {
  const t = useTexts('account');
  const common = useTexts('common');
  return (
    <section className={styles.state} data-tone="accent">
      <ShieldQuestionMark />
      <div className={styles.guest}>
        <h2 className={styles.title}>{t('real.guestTitle')}</h2>
        <p>{t('real.not_verified')}</p>
        <Button to={screenUrl('/pages/common/login', { from: screenUrl('/pages/setting/real_mark') })}>
          {common('login')}
        </Button>
      </div>
    </section>
  );
}
