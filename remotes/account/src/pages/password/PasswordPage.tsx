import { useChangePassword, useSecondFactors } from '@tessera/api/security';
import { changePasswordInput } from '@tessera/api/security/inputs';
import { NewPasswordFields, useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Loaded, Page, SkeletonRows, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { PasswordInput } from '@tessera/ui/forms';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import { provesByFactor } from '../../confirmation/has-factor.ts';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';

/** A user with a second factor confirms with it; any other enters a mailed code. */
function PasswordForm({ byFactor }: { readonly byFactor: boolean }) {
  const t = useTexts('account');
  const locale = useLocale();
  const open = useOpenScreen();
  const { guard, sheet } = useConfirmation();
  const form = useContractForm(changePasswordInput, {
    initial: { old_password: '', password: '', re_password: '', code: '' },
    required: byFactor ? [] : ['code'],
  });
  const change = useChangePassword({
    onDone({ withdrawals_blocked_until }) {
      showToast(t('password.done', { time: formatDayTime(withdrawals_blocked_until, locale) }), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
    onRejected: form.reject,
  });
  return (
    <>
      <Stack
        as="form"
        gap={2}
        page
        onSubmit={form.submit((input) => (byFactor ? guard(() => change.run(input)) : change.run(input)))}
        noValidate
      >
        <Text size="inherit" below={2}>
          {t('password.note')}
        </Text>
        <PasswordInput label={t('password.old')} autoComplete="current-password" {...form.field('old_password')} />
        <NewPasswordFields
          label={t('password.new')}
          password={form.field('password')}
          repeated={form.field('re_password')}
        />
        {!byFactor && <OwnCodeField scene="change_password" {...form.field('code')} />}
        <Button type="submit" size="l" block busy={change.busy}>
          {t('routes.setting.password')}
        </Button>
      </Stack>
      {sheet}
    </>
  );
}

export default function PasswordPage() {
  const t = useTexts('account');
  const query = useSecondFactors();
  return (
    <Page title={t('routes.setting.password')} back>
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {(factors) => <PasswordForm byFactor={provesByFactor(factors)} />}
      </Loaded>
    </Page>
  );
}
