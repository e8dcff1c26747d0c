import { ApiError } from '@tessera/api';
import { beginPasskeyLogIn, type SignedIn, useLogIn, usePasskeyLogIn } from '@tessera/api/identity';
import { logInInput } from '@tessera/api/identity/inputs';
import { hasPasskeys, signWithPasskey } from '@tessera/api/security/passkeys';
import { useContractForm } from '@tessera/form';
import { problemText, useTexts } from '@tessera/i18n';
import { asScreenUrl, ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { Checkbox, PasswordInput, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useSessionOwner } from '../../session/owner.ts';
import { ContactInput } from '../credentials/ContactInput.tsx';
import styles from '../credentials/Credentials.module.css';
import { FormProblem } from '../credentials/FormProblem.tsx';
import { type SecondStep, secondStepOf } from './second-step.ts';

export default function LoginPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const [{ from = '/' }] = useScreenParams('/pages/common/login', { from: 'string?' });
  const session = useSessionOwner();
  /** Which second factor the account has is known to the server only: it asks for one after the password. */
  const [step, setStep] = useState<SecondStep | null>(null);
  const [recovering, setRecovering] = useState(false);
  const [signing, setSigning] = useState(false);
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);
  const byCode = step?.code === true && !recovering;

  const form = useContractForm(logInInput, {
    inline: true,
    initial: { user_string: '', password: '', totp: '', recovery_code: '', remember: true as boolean },
    required: recovering ? ['recovery_code'] : byCode ? ['totp'] : [],
  });
  const onDone = (signedIn: SignedIn) => {
    session.begin(signedIn, { remember: form.values.remember });
    showToast(t('login.done'), 'success');
    open(asScreenUrl(from) ?? screenUrl('/'), { replace: true });
  };
  const onRejected = (error: unknown) => {
    const asked = error instanceof ApiError ? secondStepOf(error.code) : null;
    if (asked) setStep(asked);
    else form.reject(error);
  };
  const logIn = useLogIn({ onDone, onRejected });
  const passkeyLogIn = usePasskeyLogIn({ onDone, onRejected });
  const busy = signing || logIn.busy || passkeyLogIn.busy;

  const withPasskey = async (send: (passkey: string) => void) => {
    setSigning(true);
    setPasskeyProblem(null);
    try {
      const { options } = await beginPasskeyLogIn({});
      send(await signWithPasskey(options));
    } catch (error) {
      setPasskeyProblem(problemText(error, t('login.cancelled')));
    } finally {
      setSigning(false);
    }
  };
  const passkeyStep = form.submit((input) => void withPasskey((passkey) => logIn.run({ ...input, passkey })));
  const passkeyAlone = () => {
    const { remember } = form.values;
    void withPasskey((passkey) => passkeyLogIn.run({ passkey, remember }));
  };
  // After the password, which a new passkey needs.
  const passkeyBeside = () => {
    const { totp: _, recovery_code: __, ...credentials } = form.values;
    void withPasskey((passkey) => logIn.run({ ...credentials, passkey }));
  };
  const bySubmit = step === null || byCode || recovering;

  return (
    <Page title={t('login.title')} back>
      <form className={styles.form} onSubmit={bySubmit ? form.submit(logIn.run) : passkeyStep} noValidate>
        <p className={styles.lead}>{t(step ? 'login.second' : 'login.lead')}</p>
        {!step && (
          <>
            <ContactInput {...form.field('user_string')} />
            <PasswordInput
              label={t('credentials.password')}
              autoComplete="current-password"
              {...form.field('password')}
            />
          </>
        )}
        {byCode && <CodeInput label={t('login.totp')} autoFocus {...form.field('totp')} />}
        {recovering && (
          <TextInput
            label={t('login.recovery')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            {...form.field('recovery_code')}
          />
        )}
        {!step && (
          <Checkbox checked={form.values.remember} onChange={(remember) => form.set('remember', remember)}>
            {t('login.remember')}
          </Checkbox>
        )}
        <FormProblem text={form.problem ?? passkeyProblem} />
        <Button type="submit" size="l" block busy={busy}>
          {t(bySubmit ? 'login.title' : 'login.usePasskey')}
        </Button>
        {step === null && hasPasskeys() && (
          <Button variant="secondary" size="l" block disabled={busy} onClick={passkeyAlone}>
            {t('login.passkey')}
          </Button>
        )}
        {step?.passkey && byCode && (
          <Button variant="secondary" size="l" block disabled={busy} onClick={passkeyBeside}>
            {t('login.usePasskey')}
          </Button>
        )}
        {step && !recovering && (
          <Button
            variant="ghost"
            onClick={() => {
              form.set('totp', '');
              setRecovering(true);
            }}
          >
            {t('login.useRecovery')}
          </Button>
        )}
        <div className={styles.links}>
          {step ? (
            <ScreenLink to={screenUrl('/pages/setting/lostFactors')}>{t('login.lost')}</ScreenLink>
          ) : (
            <>
              <ScreenLink to={screenUrl('/pages/common/register')}>{t('login.noAccount')}</ScreenLink>
              <ScreenLink to={screenUrl('/pages/common/forget')}>{t('login.forgot')}</ScreenLink>
            </>
          )}
        </div>
      </form>
    </Page>
  );
}
