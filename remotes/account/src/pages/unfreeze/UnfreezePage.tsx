import { ApiError } from '@tessera/api';
import { beginPasskeyLogIn, useSendCode, useUnfreezeAccount } from '@tessera/api/identity';
import { unfreezeInput } from '@tessera/api/identity/inputs';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import { useContractForm } from '@tessera/form';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, Page, showToast } from '@tessera/ui';
import { CodeField, CodeInput } from '@tessera/ui/codes';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import formStyles from '../../form/Form.module.css';

type Asked = 'totp' | 'passkey' | 'either' | null;
const ASKED: Readonly<Record<string, Asked>> = {
  totp_required: 'totp',
  passkey_required: 'passkey',
  factor_required: 'either',
};

/** Proves the owner of a frozen account: password and code, then the second factor; without one staff decide. */
export default function UnfreezePage() {
  const t = useTexts('account');
  const open = useOpenScreen();
  const [asked, setAsked] = useState<Asked>(null);
  const [waits, setWaits] = useState(false);
  const form = useContractForm(unfreezeInput, {
    initial: { user_string: '', password: '', code: '', totp: '' },
    required: ['user_string', 'password', 'code'],
    toInput: ({ totp, ...values }) => ({ ...values, ...(totp !== '' && { totp }) }),
  });
  const code = useSendCode({ onRejected: form.reject });
  const unfreeze = useUnfreezeAccount({
    onDone({ status }) {
      if (status === 'review') {
        setWaits(true);
        return;
      }
      showToast(t('unfreeze.done'), 'success');
      open(screenUrl('/pages/common/login'), { replace: true });
    },
    onRejected(error) {
      const next = error instanceof ApiError ? (ASKED[error.code ?? ''] ?? null) : null;
      if (next) setAsked(next);
      else form.reject(error);
    },
  });
  const to = form.values.user_string.trim();
  const signIt = form.submit(async (input) => {
    try {
      const { options } = await beginPasskeyLogIn({});
      unfreeze.run({ ...input, passkey: await signWithPasskey(options) });
    } catch (error) {
      showToast(problemText(error, t('confirm.cancelled')), 'error');
    }
  });
  if (waits) {
    return (
      <Page title={t('routes.setting.unfreeze')} back>
        <EmptyState illustration="shield" title={t('unfreeze.review')} text={t('unfreeze.reviewText')} />
      </Page>
    );
  }
  return (
    <Page title={t('routes.setting.unfreeze')} back>
      <form className={formStyles.form} onSubmit={form.submit((input) => unfreeze.run(input))} noValidate>
        <p className={formStyles.note}>{t('unfreeze.note')}</p>
        <TextInput label={t('unfreeze.account')} autoComplete="username" {...form.field('user_string')} />
        <PasswordInput
          label={t('security.loginPassword')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <CodeField
          {...form.field('code')}
          sent={code.output}
          sending={code.busy}
          onSend={to === '' ? undefined : () => code.run({ user_string: to, scene: 'unfreeze' })}
        />
        {(asked === 'totp' || asked === 'either') && (
          <CodeInput label={t('confirm.code')} autoFocus {...form.field('totp')} />
        )}
        {(asked === 'passkey' || asked === 'either') && (
          <Button variant="secondary" block icon={<Fingerprint />} onClick={(event) => void signIt(event)}>
            {t('confirm.usePasskey')}
          </Button>
        )}
        {asked !== 'passkey' && (
          <Button type="submit" size="l" block busy={unfreeze.busy}>
            {t('unfreeze.button')}
          </Button>
        )}
      </form>
    </Page>
  );
}
