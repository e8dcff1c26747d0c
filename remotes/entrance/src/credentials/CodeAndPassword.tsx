import { useSendCode } from '@tessera/api/identity';
import { type ContractForm, type FormField, NewPasswordFields } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { CodeField } from '@tessera/ui/codes';
import styles from './Credentials.module.css';

type Name = 'user_string' | 'code' | 'password' | 're_password';

type Props = {
  readonly scene: 'register' | 'forget';
  readonly passwordLabel: string;
  /** The token of a mailed link stands in for the code. */
  readonly byLink: boolean;
  readonly form: {
    readonly values: { readonly user_string: string };
    readonly field: (name: Name) => FormField;
    readonly isValid: (name: Name) => boolean;
    readonly reject: ContractForm<object, object>['reject'];
  };
};

/** The code that proves the address or number entered above, and the password that it allows to set. */
export function CodeAndPassword({ scene, passwordLabel, byLink, form }: Props) {
  const t = useTexts('entrance');
  const code = useSendCode({ onRejected: form.reject });
  const send = () => code.run({ user_string: form.values.user_string.trim(), scene });
  return (
    <>
      {byLink ? (
        <p className={styles.note}>{t('credentials.byLink')}</p>
      ) : (
        <CodeField
          {...form.field('code')}
          sent={code.output}
          sending={code.busy}
          onSend={form.isValid('user_string') ? send : undefined}
        />
      )}
      {code.output && (
        <ScreenLink className={styles.note} to={screenUrl('/pages/kf/mail')}>
          {t('credentials.noCode')}
        </ScreenLink>
      )}
      <NewPasswordFields label={passwordLabel} password={form.field('password')} repeated={form.field('re_password')} />
    </>
  );
}
