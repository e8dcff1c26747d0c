import { beginPasskeyLogIn, useLogIn, usePasskeyLogIn } from '@tessera/api/identity';
import { logInInput } from '@tessera/api/identity/inputs';
import { hasPasskeys } from '@tessera/api/security/passkeys';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { asScreenUrl, ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, Stack, showToast, Text } from '@tessera/ui';
import { type FactorNeeds, neededFactor, SecondFactor, usePasskey } from '@tessera/ui/approval';
import { Checkbox, PasswordInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ContactInput } from '../../credentials/ContactInput.tsx';
import styles from '../../credentials/Credentials.module.css';
import { FormProblem } from '../../credentials/FormProblem.tsx';

const passkeyOptions = async () => (await beginPasskeyLogIn({})).options;

type Input = Parameters<ReturnType<typeof useLogIn>['run']>[0];
/** The second factor that the account turned out to have, and what was entered before it. */
type SecondStep = { readonly needs: FactorNeeds; readonly input: Input };

export default function LoginPage() {
  const t = useTexts('entrance');
  const open = useOpenScreen();
  const [{ from = '/' }] = useScreenParams('/pages/common/login', { from: 'string?' });
  /** Which second factor the account has is known to the server only: it asks for one after the password. */
  const [step, setStep] = useState<SecondStep | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const passkey = usePasskey();

  const form = useContractForm(logInInput, {
    inline: true,
    initial: { user_string: '', password: '', remember: true as boolean },
  });
  const onDone = () => {
    showToast(t('login.done'), 'success');
    open(asScreenUrl(from) ?? screenUrl('/'), { replace: true });
  };
  const logIn = useLogIn({
    onDone,
    onRejected(error, input) {
      const needs = neededFactor(error, passkeyOptions);
      if (needs) setStep({ needs, input: step?.input ?? input });
      else if (step) setFailure(error);
      else form.reject(error);
    },
  });
  const passkeyLogIn = usePasskeyLogIn({ onDone, onRejected: form.reject });
  const busy = passkey.signing || logIn.busy || passkeyLogIn.busy;
  const passkeyAlone = () => {
    const { remember } = form.values;
    void passkey.sign(passkeyOptions, (signed) => passkeyLogIn.run({ passkey: signed, remember }));
  };
  if (step) {
    return (
      <Page title={t('login.title')} back>
        <Stack gap={2} below={8} above={4}>
          <Text tone="strong" size={28} weight="strong" tight below={3}>
            {t('login.second')}
          </Text>
          <SecondFactor
            needs={step.needs}
            recovery
            busy={logIn.busy}
            error={failure}
            onProof={(factor) => {
              setFailure(null);
              // Together with the password, which a new passkey needs.
              logIn.run({ ...step.input, ...factor });
            }}
          />
          <div className={styles.links}>
            <ScreenLink to={screenUrl('/pages/setting/lostFactors')}>{t('login.lost')}</ScreenLink>
          </div>
        </Stack>
      </Page>
    );
  }
  return (
    <Page title={t('login.title')} back>
      <Stack as="form" gap={2} below={8} above={4} onSubmit={form.submit(logIn.run)} noValidate>
        <Text tone="strong" size={28} weight="strong" tight below={3}>
          {t('login.lead')}
        </Text>
        <ContactInput {...form.field('user_string')} />
        <PasswordInput label={t('credentials.password')} autoComplete="current-password" {...form.field('password')} />
        <Checkbox checked={form.values.remember} onChange={(remember) => form.set('remember', remember)}>
          {t('login.remember')}
        </Checkbox>
        <FormProblem text={form.problem ?? passkey.problem} />
        <Button type="submit" size="l" block busy={busy}>
          {t('login.title')}
        </Button>
        {hasPasskeys() && (
          <Button variant="secondary" size="l" block disabled={busy} onClick={passkeyAlone}>
            {t('login.passkey')}
          </Button>
        )}
        <div className={styles.links}>
          <ScreenLink to={screenUrl('/pages/common/register')}>{t('login.noAccount')}</ScreenLink>
          <ScreenLink to={screenUrl('/pages/common/forget')}>{t('login.forgot')}</ScreenLink>
        </div>
      </Stack>
    </Page>
  );
}
