import { ApiError } from '@tessera/api';
import { useResetPassword } from '@tessera/api/identity';
import { resetPasswordInput } from '@tessera/api/identity/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, Stack, showToast } from '@tessera/ui';
import { useCallback, useState } from 'react';
import { CodeAndPassword } from '../../credentials/CodeAndPassword.tsx';
import { ContactInput } from '../../credentials/ContactInput.tsx';
import styles from '../../credentials/Credentials.module.css';
import { FormProblem } from '../../credentials/FormProblem.tsx';
import { useMailedLink } from '../../credentials/mailed-link.ts';

export default function ForgetPage() {
  const t = useTexts('entrance');
  const open = useOpenScreen();
  const [params, replaceParams] = useScreenParams('/pages/common/forget', { to: 'string?', token: 'string?' });
  const link = useMailedLink(
    params,
    useCallback(() => replaceParams(), [replaceParams]),
  );
  const [byLink, setByLink] = useState(link !== null);
  const form = useContractForm(resetPasswordInput, {
    inline: true,
    initial: { user_string: link?.address ?? '', code: link?.token ?? '', password: '', re_password: '' },
  });
  const reset = useResetPassword({
    onDone() {
      showToast(t('forget.done'), 'success');
      open(screenUrl('/pages/common/login'), { replace: true });
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
  return (
    <Page title={t('forget.title')} back>
      <Stack as="form" gap={2} below={8} above={4} onSubmit={form.submit(reset.run)} noValidate>
        <p className={styles.note}>{t('forget.lead')}</p>
        <ContactInput {...form.field('user_string')} />
        <CodeAndPassword scene="forget" byLink={byLink} passwordLabel={t('credentials.newPassword')} form={form} />
        <FormProblem text={form.problem} />
        <Button type="submit" size="l" block busy={reset.busy}>
          {t('forget.action')}
        </Button>
      </Stack>
    </Page>
  );
}
