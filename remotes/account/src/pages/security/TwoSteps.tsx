import { type SecondFactors, useNewRecoveryCodes, useSecondFactors } from '@tessera/api/security';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Badge, Heading, List, ListRow, Loaded, SkeletonRows, useLocale } from '@tessera/ui';
import { Question, useQuestion } from '@tessera/ui/forms';
import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { hasFactor } from '../../confirmation/has-factor.ts';
import { useChange } from '../../confirmation/use-change.tsx';
import { RecoveryCodes } from '../../recovery-codes/RecoveryCodes.tsx';
import { PendingRemoval } from './PendingRemoval.tsx';
import styles from './SecurityPage.module.css';

/** From here on down the remaining recovery codes are shown as few. */
const FEW_CODES = 3;

/** From when the newest passkey approves; null where each of them does. */
const newest = (passkeys: SecondFactors['passkeys']): number | null =>
  passkeys.reduce<number | null>((latest, { approves_from }) => approves_from ?? latest, null);

/** Authenticator, passkeys and recovery codes: whether there are any, and where they are changed. */
export function TwoSteps() {
  const t = useTexts('account');
  const locale = useLocale();
  const query = useSecondFactors();
  const { data: factors } = query;
  const { prove, done, rejected, sheet } = useChange();
  const question = useQuestion();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useNewRecoveryCodes({
    onRejected: rejected,
    onDone({ recovery_codes }) {
      done();
      setCodes(recovery_codes);
    },
  });
  const waiting = (from: number | null) =>
    from === null ? undefined : t('security.approvesFrom', { time: formatDayTime(from, locale) });
  return (
    <section>
      <Heading size={14} below={2}>
        {t('security.twoSteps')}
      </Heading>
      <p className={styles.note}>{t('security.twoStepsText')}</p>
      <Loaded query={query} compact waiting={<SkeletonRows count={2} />} />
      {factors?.removal && <PendingRemoval removal={factors.removal} />}
      {factors && (
        <List card label={t('security.twoSteps')}>
          <ListRow
            start={<Smartphone />}
            title={t('authenticator.app')}
            subtitle={waiting(factors.authenticator_from)}
            value={
              <Badge tone={factors.authenticator_since === null ? 'warn' : 'success'}>
                {t(factors.authenticator_since === null ? 'security.off' : 'security.on')}
              </Badge>
            }
            to={screenUrl('/pages/setting/authenticator')}
          />
          <ListRow
            start={<Fingerprint />}
            title={t('routes.setting.passkeys')}
            subtitle={waiting(newest(factors.passkeys))}
            value={
              factors.passkeys.length > 0 ? (
                <Badge tone="success">{factors.passkeys.length}</Badge>
              ) : (
                <Badge tone="warn">{t('security.off')}</Badge>
              )
            }
            to={screenUrl('/pages/setting/passkeys')}
          />
          {hasFactor(factors) && (
            <ListRow
              start={<LifeBuoy />}
              title={t('recovery.title')}
              value={
                <Badge tone={factors.recovery_codes > FEW_CODES ? 'success' : 'warn'}>
                  {t('recovery.left', { left: factors.recovery_codes })}
                </Badge>
              }
              onClick={question.ask}
            />
          )}
        </List>
      )}
      <Question
        open={question.open}
        onClose={question.close}
        command={renew}
        title={t('recovery.renewTitle')}
        confirmLabel={t('recovery.renew')}
        onConfirm={() => {
          question.close();
          prove({ change: 'renew_recovery_codes' }, (proof) => renew.run(proof));
        }}
      >
        {t('recovery.renewText')}
      </Question>
      <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      {sheet}
    </section>
  );
}
