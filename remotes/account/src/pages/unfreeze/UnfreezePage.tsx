import { ApiError } from '@tessera/api';
import { beginPasskeyLogIn, useSendCode, useUnfreezeAccount } from '@tessera/api/identity';
import { unfreezeInput } from '@tessera/api/identity/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, Page, Stack, showToast, Text } from '@tessera/ui';
import { type FactorNeeds, neededFactor, SecondFactor } from '@tessera/ui/approval';
import { CodeField } from '@tessera/ui/codes';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';

const passkeyOptions = async () => (await beginPasskeyLogIn({})).options;

type Input = Parameters<ReturnType<typeof useUnfreezeAccount>['run']>[0];
/** The second factor that the account turned out to have, and what was entered before it. */
type Asked = { readonly needs: FactorNeeds; readonly input: Input };

/** Proves the owner of a frozen account: password and code, then the second factor; without one staff decide. */
export default function UnfreezePage() {
  const t = useTexts('account');
  const open = useOpenScreen();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [waits, setWaits] = useState(false);
  const form = useContractForm(unfreezeInput, {
    initial: { user_string: '', password: '', code: '' },
    required: ['user_string', 'password', 'code'],
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
    onRejected(error, input) {
      const needs = neededFactor(error, passkeyOptions);
      const ofEntries = error instanceof ApiError && ['user_string', 'password', 'code'].includes(error.field ?? '');
      if (needs) return setAsked({ needs, input: asked?.input ?? input });
      if (asked && !ofEntries) return setFailure(error);
      setAsked(null);
      form.reject(error);
    },
  });
  const to = form.values.user_string.trim();
  if (waits) {
    return (
      <Page title={t('routes.setting.unfreeze')} back>
        <EmptyState illustration="shield" title={t('unfreeze.review')} text={t('unfreeze.reviewText')} />
      </Page>
    );
  }
  return (
    <Page title={t('routes.setting.unfreeze')} back>
      {asked ? (
        <SecondFactor
          needs={asked.needs}
          busy={unfreeze.busy}
          error={failure}
          onProof={(factor) => {
            setFailure(null);
            unfreeze.run({ ...asked.input, ...factor });
          }}
        />
      ) : (
        <Stack as="form" gap={2} page onSubmit={form.submit((input) => unfreeze.run(input))} noValidate>
          <Text size="inherit" below={2}>
            {t('unfreeze.note')}
          </Text>
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
          <Button type="submit" size="l" block busy={unfreeze.busy}>
            {t('unfreeze.button')}
          </Button>
        </Stack>
      )}
    </Page>
  );
}
