import { ApiError } from '@tessera/api';
import { useRegister } from '@tessera/api/identity';
import { registerInput } from '@tessera/api/identity/inputs';
import type { ContactKind } from '@tessera/api/rules';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, Stack, showToast } from '@tessera/ui';
import { SegmentedControl, TextInput } from '@tessera/ui/forms';
import { PhoneInput } from '@tessera/ui/places';
import { useCallback, useState } from 'react';
import { CodeAndPassword } from '../../credentials/CodeAndPassword.tsx';
import styles from '../../credentials/Credentials.module.css';
import { FormProblem } from '../../credentials/FormProblem.tsx';
import { useMailedLink } from '../../credentials/mailed-link.ts';
import { Consent } from './Consent.tsx';

export default function RegisterPage() {
  const t = useTexts('entrance');
  const open = useOpenScreen();
  const [params, replaceParams] = useScreenParams('/pages/common/register', {
    code: 'string?',
    to: 'string?',
    token: 'string?',
  });
  const { code: invitation = '' } = params;
  const link = useMailedLink(
    params,
    useCallback(() => replaceParams({ code: invitation || undefined }), [replaceParams, invitation]),
  );
  const [byLink, setByLink] = useState(link !== null);

  const form = useContractForm(registerInput, {
    inline: true,
    initial: {
      loginActive: 'email' as ContactKind,
      user_string: link?.address ?? '',
      code: link?.token ?? '',
      password: '',
      re_password: '',
      extension_code: invitation,
      terms: '',
    },
  });
  const register = useRegister({
    onDone() {
      showToast(t('register.welcome'), 'success');
      open(screenUrl('/'), { replace: true });
    },
    onRejected(error) {
      if (byLink && error instanceof ApiError && error.field === 'code') {
        // The link is no longer valid: a new code is asked for here.
        setByLink(false);
        form.set('code', '');
      }
      form.reject(error);
    },
  });
  const byEmail = form.values.loginActive === 'email';

  return (
    <Page title={t('register.title')} back>
      <Stack as="form" gap={2} below={8} above={4} onSubmit={form.submit(register.run)} noValidate>
        <SegmentedControl
          label={t('credentials.method')}
          options={[
            { value: 'email', label: t('credentials.email') },
            { value: 'mobile', label: t('credentials.mobile') },
          ]}
          value={form.values.loginActive}
          onChange={(kind) => {
            form.set('loginActive', kind as ContactKind);
            form.set('user_string', '');
          }}
        />
        {byEmail ? (
          <TextInput
            label={t('credentials.emailAddress')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('user_string')}
          />
        ) : (
          <PhoneInput label={t('credentials.mobileNumber')} {...form.field('user_string')} />
        )}
        <CodeAndPassword scene="register" byLink={byLink} passwordLabel={t('credentials.password')} form={form} />
        <TextInput
          label={t('register.invitation')}
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('extension_code')}
        />
        <Consent {...form.field('terms')} />
        <FormProblem text={form.problem} />
        <Button type="submit" size="l" block busy={register.busy}>
          {t('register.action')}
        </Button>
        <div className={styles.links}>
          <ScreenLink to={screenUrl('/pages/common/login')}>{t('register.haveAccount')}</ScreenLink>
        </div>
      </Stack>
    </Page>
  );
}
