import { ApiError, api } from '@tessera/api';
import { bus } from '@tessera/bus';
import { problemText, useTexts } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { Steps } from '@tessera/ui/content';
import { PayKeypad } from '@tessera/ui/forms';
import { type FormEvent, useReducer, useState } from 'react';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import { useOwnCode } from '../../code/use-own-code.ts';
import form from '../../form/Form.module.css';
import { advance, type Entry, START, STEPS } from './entry.ts';
import styles from './PayPasswordPage.module.css';

const stepOf = ({ step }: Entry): number => STEPS.indexOf(step === 'ready' ? 'again' : step);

export default function PayPasswordPage() {
  const t = useTexts('account');
  const common = useTexts('common');
  const open = useOpenScreen();
  const queries = useQueryClient();
  const code = useOwnCode('pay_password');
  const [entry, move] = useReducer(advance, START);
  const [refusal, setRefusal] = useState<string | null>(null);

  const keep = useMutation({
    mutationFn: ({ key, code: entered }: { readonly key: string; readonly code: string }) =>
      api('POST /safe/pay_password', { key, re_key: key, code: entered }),
    async onSuccess() {
      bus.emit('session.refresh', undefined);
      await queries.invalidateQueries({ queryKey: ['account'] });
      showToast(t('pay.done'), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
    onError(error) {
      if (error instanceof ApiError && error.field === 'code') {
        setRefusal(problemText(error));
        move({ kind: 'refused' });
      } else {
        showToast(problemText(error), 'error');
        move({ kind: 'restart' });
      }
    },
  });
  const enter = (digits: string) => {
    const next = advance(entry, { kind: 'digits', digits });
    move({ kind: 'digits', digits });
    if (next.step === 'ready') keep.mutate(next);
  };
  const proceed = (event: FormEvent) => {
    event.preventDefault();
    move({ kind: 'proceed' });
  };

  return (
    <Page title={t('routes.setting.payPassword')} back>
      <div className={styles.page}>
        <p className={styles.lead}>{t('pay.lead')}</p>
        <Steps
          label={t('pay.steps')}
          current={stepOf(entry)}
          steps={[{ title: t('pay.stepCode') }, { title: t('pay.stepFirst') }, { title: t('pay.stepAgain') }]}
        />
        {entry.step === 'code' && (
          <form className={form.form} onSubmit={proceed} noValidate>
            <OwnCodeField
              code={code}
              field={{
                value: entry.code,
                error: refusal,
                onChange: (text) => {
                  setRefusal(null);
                  move({ kind: 'code', code: text });
                },
              }}
            />
            <Button type="submit" size="l" block disabled={entry.code.length < 6}>
              {common('next')}
            </Button>
          </form>
        )}
        {entry.step === 'first' && (
          <PayKeypad
            key="first"
            title={t('pay.first')}
            onComplete={enter}
            error={entry.differed ? t('pay.differ') : null}
          />
        )}
        {(entry.step === 'again' || entry.step === 'ready') && (
          <PayKeypad
            key="again"
            title={t('pay.again')}
            onComplete={enter}
            busy={keep.isPending}
            footer={
              <Button variant="ghost" disabled={keep.isPending} onClick={() => move({ kind: 'restart' })}>
                {t('pay.restart')}
              </Button>
            }
          />
        )}
      </div>
    </Page>
  );
}
