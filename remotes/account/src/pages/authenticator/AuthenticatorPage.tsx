import { ApiError } from '@tessera/api';
import {
  type SecondFactors,
  useBeginAuthenticator,
  useConfirmAuthenticator,
  useRemoveAuthenticator,
  useSecondFactors,
} from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Badge, Button, Card, Heading, Loaded, Page, Skeleton, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { QrCode } from '@tessera/ui/content';
import { Question, useQuestion } from '@tessera/ui/forms';
import { ExternalLink, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../confirmation/use-change.tsx';
import { CopyButton } from '../../copy/CopyButton.tsx';
import { RecoveryCodes } from '../../recovery-codes/RecoveryCodes.tsx';
import styles from './AuthenticatorPage.module.css';

type Enrolment = { readonly secret: string; readonly uri: string };

/** `JBSW Y3DP …`: to be typed where no camera is at hand. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The secret as QR code and text, and the first code that the app shows. */
function Enrol({
  enrolment,
  onDone,
}: {
  readonly enrolment: Enrolment;
  readonly onDone: (codes: string[] | null) => void;
}) {
  const t = useTexts('account');
  const [totp, setTotp] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { prove, done, rejected, sheet } = useChange();
  const confirm = useConfirmAuthenticator({
    onDone({ recovery_codes }) {
      done();
      onDone(recovery_codes);
    },
    onRejected(error) {
      if (error instanceof ApiError && error.field === 'totp') {
        done();
        setTotp('');
        setProblem(problemText(error));
      } else rejected(error);
    },
  });
  return (
    <Stack gap={4} page>
      <Stack as="section" gap={3} shrinks>
        <Heading size={14}>{t('authenticator.scan')}</Heading>
        <Card as="div" gap={4} shrinks>
          <QrCode label={t('authenticator.qr')} content={enrolment.uri} />
          <div className={styles.key}>
            <div>
              <Text>{t('authenticator.key')}</Text>
              <p className={styles.secret} dir="ltr">
                {inGroups(enrolment.secret)}
              </p>
            </div>
            <CopyButton label={t('authenticator.copyKey')} text={enrolment.secret} />
          </div>
          <Button variant="secondary" block icon={<ExternalLink />} href={enrolment.uri}>
            {t('authenticator.openApp')}
          </Button>
        </Card>
      </Stack>
      <Stack as="section" gap={3} shrinks>
        <Heading size={14}>{t('authenticator.enter')}</Heading>
        <CodeInput
          label={t('confirm.code')}
          value={totp}
          error={problem}
          disabled={confirm.busy}
          onChange={(digits) => {
            setProblem(null);
            setTotp(digits);
          }}
          onComplete={(digits) =>
            prove({ change: 'set_authenticator' }, (proof) => confirm.run({ totp: digits, ...proof }))
          }
        />
      </Stack>
      {sheet}
    </Stack>
  );
}

type StateProps = {
  readonly factors: SecondFactors;
  readonly busy: boolean;
  readonly onBegin: () => void;
  readonly onRemove: () => void;
};

function State({
  factors: { authenticator_since: since, authenticator_from: from, passkeys },
  busy,
  onBegin,
  onRemove,
}: StateProps) {
  const t = useTexts('account');
  const locale = useLocale();
  return (
    <Stack gap={4} page>
      <div className={styles.state}>
        <Smartphone />
        <div>
          <Text tone="strong" size="inherit" weight="medium">
            {t('authenticator.app')}{' '}
            <Badge tone={since === null ? 'warn' : 'success'}>
              {t(since === null ? 'security.off' : 'security.on')}
            </Badge>
          </Text>
          <Text>
            {since === null
              ? t('authenticator.lead')
              : t('authenticator.since', { time: formatDayTime(since, locale) })}
          </Text>
          {from !== null && <Text>{t('security.approvesFrom', { time: formatDayTime(from, locale) })}</Text>}
        </div>
      </div>
      {(since !== null || passkeys.length > 0) && <Text>{t('passkeys.another')}</Text>}
      <Button size="l" block busy={busy} variant={since === null ? 'primary' : 'secondary'} onClick={onBegin}>
        {t(since === null ? 'authenticator.begin' : 'authenticator.move')}
      </Button>
      {since !== null && (
        <Button size="l" block variant="danger" onClick={onRemove}>
          {t('authenticator.remove')}
        </Button>
      )}
    </Stack>
  );
}

export default function AuthenticatorPage() {
  const t = useTexts('account');
  const open = useOpenScreen();
  const query = useSecondFactors();
  const { data: factors } = query;
  const { prove, done, rejected, sheet } = useChange();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const removal = useQuestion();
  const finish = () => {
    showToast(t('authenticator.done'), 'success');
    open(screenUrl('/pages/setting/security'), { replace: true });
  };
  const begin = useBeginAuthenticator({ onDone: setEnrolment });
  const remove = useRemoveAuthenticator({
    onRejected: rejected,
    onDone() {
      done();
      showToast(t('authenticator.removed'), 'success');
    },
  });
  return (
    <Page title={t('routes.setting.authenticator')} back>
      <Loaded query={query} waiting={<Skeleton height="12rem" />} />
      {factors && !enrolment && (
        <State factors={factors} busy={begin.busy} onBegin={() => begin.run({})} onRemove={removal.ask} />
      )}
      {enrolment && (
        <Enrol
          enrolment={enrolment}
          onDone={(fresh) => {
            if (fresh) setCodes(fresh);
            else finish();
          }}
        />
      )}
      <Question
        open={removal.open}
        onClose={removal.close}
        command={remove}
        title={t('authenticator.removeTitle')}
        confirmLabel={t('authenticator.remove')}
        tone="danger"
        onConfirm={() => {
          removal.close();
          prove({ change: 'remove_authenticator' }, (proof) => remove.run(proof));
        }}
      >
        {t('security.removeText')}
      </Question>
      <RecoveryCodes codes={codes} onDone={finish} />
      {sheet}
    </Page>
  );
}
