import type { Verification } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { Heading, LogInButton, Stack, Text, useLocale } from '@tessera/ui';
import { BadgeCheck, Clock, ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import styles from './LevelsPage.module.css';

const ICONS = {
  not_verified: <ShieldQuestionMark />,
  under_review: <Clock />,
  verified: <BadgeCheck />,
  failed: <ShieldAlert />,
} as const;

const TONES = { not_verified: 'warn', under_review: 'accent', verified: 'success', failed: 'danger' } as const;

/** What became of the latest application, with the reason that staff gave if it was rejected. */
export function StateCard({ verification }: { readonly verification: Verification }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { state, reason, submitted_at } = verification;
  return (
    <section className={styles.state} data-tone={TONES[state]}>
      {ICONS[state]}
      <div>
        <Heading size={16}>{t(`real.${state}Title`)}</Heading>
        {state === 'failed' && reason && (
          <Text tone="strong" size="inherit" weight="medium" breaks>
            {reason}
          </Text>
        )}
        <p>{t(`real.${state}`)}</p>
        {state === 'under_review' && submitted_at !== null && (
          <Text>
            {t('real.submittedAt')} {formatMoment(submitted_at, locale)}
          </Text>
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
      <Stack gap={2} items="start">
        <Heading size={16}>{common('guest.title')}</Heading>
        <p>{t('real.not_verified')}</p>
        <LogInButton />
      </Stack>
    </section>
  );
}
