import { api } from '@tessera/api';
import { checkCode, checkPassword, personRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { useQueryClient } from '@tessera/query';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast, useLocale } from '@tessera/ui';
import { PasswordInput } from '@tessera/ui/forms';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import { useOwnCode } from '../../code/use-own-code.ts';
import styles from '../../form/Form.module.css';
import { useForm } from '../../form/use-form.ts';

export default function PasswordPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const open = useOpenScreen();
  const queries = useQueryClient();
  const code = useOwnCode('change_password');
  const form = useForm(
    { old_password: '', password: '', re_password: '', code: '' },
    {
      old_password: ({ old_password }) => (old_password === '' ? { code: 'field_required' } : null),
      password: ({ password }) => checkPassword(password),
      re_password: ({ password, re_password }) => (password === re_password ? null : t('password.differ')),
      code: ({ code: entered }) => checkCode(entered),
    },
    async (values) => {
      const { withdrawals_blocked_until } = await api('POST /safe/update_password', values);
      await queries.invalidateQueries({ queryKey: ['account'] });
      showToast(t('password.done', { time: formatDayTime(withdrawals_blocked_until, locale) }), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
  );
  return (
    <Page title={t('routes.setting.password')} back>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p className={styles.note}>{t('password.note')}</p>
        <PasswordInput label={t('password.old')} autoComplete="current-password" {...form.field('old_password')} />
        <PasswordInput
          label={t('password.new')}
          autoComplete="new-password"
          helper={t('password.hint', personRules.password)}
          {...form.field('password')}
        />
        <PasswordInput label={t('password.repeat')} autoComplete="new-password" {...form.field('re_password')} />
        <OwnCodeField code={code} field={form.field('code')} />
        <Button type="submit" size="l" block busy={form.busy}>
          {t('routes.setting.password')}
        </Button>
      </form>
    </Page>
  );
}
