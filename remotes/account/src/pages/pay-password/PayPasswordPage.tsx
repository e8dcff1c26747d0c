import { ApiError } from '@tessera/api';
import { useSecondFactors, useSetPayPassword } from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { useGoBack } from '@tessera/router';
import { Button, Loaded, Page, SkeletonRows, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import { Steps } from '@tessera/ui/content';
import { type FormEvent, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import { provesByFactor } from '../../confirmation/has-factor.ts';
import { useChange } from '../../confirmation/use-change.tsx';
import { advance, type Entry, START, START_BY_FACTOR, STEPS } from './entry.ts';

const PROBLEMS = { differed: 'pay.differ', simple: 'pay.simple' } as const;

const stepOf = ({ step }: Entry): number => STEPS.indexOf(step === 'ready' ? 'again' : step);

function PayPasswordEntry({ byFactor }: { readonly byFactor: boolean }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const locale = useLocale();
  const goBack = useGoBack();
  const [entry, move] = useReducer(advance, byFactor ? START_BY_FACTOR : START);
  const [rejection, setRejection] = useState<string | null>(null);
  const [made, setMade] = useState(false);
  const leave = useEffectEvent(goBack);
  // To what asked for it, with what was entered there: once the sheet of a factor is closed, which back would close first.
  useEffect(() => {
    if (made) leave();
  }, [made]);

  const { prove, done, rejected, sheet } = useChange();
  const payPassword = useSetPayPassword({
    onDone({ withdrawals_blocked_until: until }) {
      const paused = until !== null && until > Date.now();
      showToast(paused ? t('pay.donePaused', { time: formatDayTime(until, locale) }) : t('pay.done'), 'success');
      done();
      setMade(true);
    },
    onRejected(error) {
      if (error instanceof ApiError && error.field !== 'code' && error.field !== 'key' && byFactor) {
        rejected(error);
        return;
      }
      done();
      if (error instanceof ApiError && error.field === 'code') {
        setRejection(problemText(error));
        move({ kind: 'rejected' });
      } else if (error instanceof ApiError && error.field === 'key') {
        move({ kind: 'simple' });
      } else {
        showToast(problemText(error), 'error');
        move({ kind: 'restart' });
      }
    },
  });
  const enter = (digits: string) => {
    const next = advance(entry, { kind: 'digits', digits });
    move({ kind: 'digits', digits });
    if (next.step !== 'ready') return;
    const { key, code } = next;
    if (!byFactor) return payPassword.run({ key, re_key: key, code });
    prove(
      { change: 'set_pay_password' },
      (proof) => payPassword.run({ key, re_key: key, ...proof }),
      () => move({ kind: 'unproven' }),
    );
  };
  const steps = [{ title: t('pay.stepCode') }, { title: t('pay.stepFirst') }, { title: t('pay.stepAgain') }];
  const proceed = (event: FormEvent) => {
    event.preventDefault();
    move({ kind: 'proceed' });
  };

  return (
    <Stack gap={5} page>
      <Text size="inherit">{t('pay.lead')}</Text>
      <Steps
        label={t('pay.steps')}
        current={stepOf(entry) - (byFactor ? 1 : 0)}
        steps={byFactor ? steps.slice(1) : steps}
      />
      {entry.step === 'code' && (
        <Stack as="form" gap={2} page onSubmit={proceed} noValidate>
          <OwnCodeField
            scene="pay_password"
            value={entry.code}
            error={rejection}
            onChange={(text) => {
              setRejection(null);
              move({ kind: 'code', code: text });
            }}
          />
          <Button type="submit" size="l" block disabled={entry.code.length < 6}>
            {common('next')}
          </Button>
        </Stack>
      )}
      {entry.step === 'first' && (
        <PayKeypad
          key="first"
          title={t('pay.first')}
          onComplete={enter}
          error={entry.problem && t(PROBLEMS[entry.problem])}
        />
      )}
      {(entry.step === 'again' || entry.step === 'ready') && (
        <PayKeypad
          key="again"
          title={t('pay.again')}
          onComplete={enter}
          busy={entry.step === 'ready'}
          footer={
            <Button variant="ghost" disabled={entry.step === 'ready'} onClick={() => move({ kind: 'restart' })}>
              {t('pay.restart')}
            </Button>
          }
        />
      )}
      {sheet}
    </Stack>
  );
}

export default function PayPasswordPage() {
  const t = useTexts('account');
  const query = useSecondFactors();
  return (
    <Page title={t('routes.setting.payPassword')} back>
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {(factors) => <PayPasswordEntry byFactor={provesByFactor(factors)} />}
      </Loaded>
    </Page>
  );
}
