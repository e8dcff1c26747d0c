import { ApiError } from '@tessera/api';
import { beginConfirm, type SecondFactors, useConfirm, useSecondFactors } from '@tessera/api/security';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, ErrorState, Sheet, SkeletonRows } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { PasswordInput, TextInput } from '@tessera/ui/forms';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { OwnCodeField } from '../code/OwnCodeField.tsx';
import styles from './ConfirmSheet.module.css';
import { approvingFactors } from './has-factor.ts';

type Props = { readonly open: boolean; readonly onClose: () => void; readonly onConfirmed: () => void };

type Fields = {
  readonly totp: string;
  readonly recovery_code: string;
  readonly password: string;
  readonly code: string;
};
const BLANK: Fields = { totp: '', recovery_code: '', password: '', code: '' };

type Failure = { readonly field: string | undefined; readonly text: string };

/** The form of one proof: mounted anew with each opening of the sheet, so that nothing typed stays. */
function Proof({ factors, onConfirmed }: { readonly factors: SecondFactors; readonly onConfirmed: () => void }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [fields, setFields] = useState(BLANK);
  const [recovering, setRecovering] = useState(false);
  const [signing, setSigning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const confirm = useConfirm({
    onDone: onConfirmed,
    onRejected(error) {
      setFailure({ field: error instanceof ApiError ? error.field : undefined, text: problemText(error) });
      setFields((typed) => ({ ...typed, totp: '' }));
    },
  });
  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: failure?.field === name ? failure.text : null,
    onChange: (text: string) => {
      setFailure(null);
      setFields((typed) => ({ ...typed, [name]: text }));
    },
  });
  const signIt = async () => {
    setFailure(null);
    setSigning(true);
    try {
      const { options } = await beginConfirm({});
      if (options !== null) confirm.run({ passkey: await signWithPasskey(options) });
    } catch (error) {
      setFailure({ field: undefined, text: problemText(error, t('confirm.cancelled')) });
    } finally {
      setSigning(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { totp, recovery_code, password, code } = fields;
    if (recovering) confirm.run({ recovery_code });
    else confirm.run(hasAuthenticator ? { totp } : { password, code });
  };

  const { passkey: hasPasskey, authenticator: hasAuthenticator } = approvingFactors(factors);
  const byPassword = !hasPasskey && !hasAuthenticator;
  const shown = ['totp', 'recovery_code', 'password', 'code'].includes(failure?.field ?? '');
  return (
    <div className={styles.ways}>
      <p className={styles.lead}>{t(byPassword ? 'confirm.byPassword' : 'confirm.byFactor')}</p>
      {hasPasskey && !recovering && (
        <Button
          size="l"
          block
          icon={<Fingerprint />}
          busy={signing || (confirm.busy && fields.totp === '')}
          onClick={() => void signIt()}
        >
          {t('confirm.usePasskey')}
        </Button>
      )}
      {(hasAuthenticator || recovering || byPassword) && (
        <form className={styles.form} onSubmit={submit} noValidate>
          {recovering && (
            <TextInput
              label={t('confirm.recoveryCode')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              {...field('recovery_code')}
            />
          )}
          {hasAuthenticator && !recovering && (
            <CodeInput
              label={t('confirm.code')}
              autoFocus={!hasPasskey}
              {...field('totp')}
              onComplete={(totp) => confirm.run({ totp })}
            />
          )}
          {byPassword && (
            <>
              <PasswordInput
                label={t('security.loginPassword')}
                autoComplete="current-password"
                {...field('password')}
              />
              <OwnCodeField scene="confirm" {...field('code')} />
            </>
          )}
          {(recovering || byPassword) && (
            <Button type="submit" size="l" block busy={confirm.busy}>
              {common('confirm')}
            </Button>
          )}
        </form>
      )}
      {failure && !shown && (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      )}
      {!byPassword && (
        <Button
          variant="ghost"
          onClick={() => {
            setFailure(null);
            setRecovering(!recovering);
          }}
        >
          {t(recovering ? 'confirm.useFactor' : 'confirm.useRecovery')}
        </Button>
      )}
    </div>
  );
}

/** Asks for a second factor or, without one, for password and mailed code. */
export function ConfirmSheet({ open, onClose, onConfirmed }: Props) {
  const t = useTexts('account');
  const { data: factors, error, isFetching, refetch } = useSecondFactors();
  return (
    <Sheet open={open} title={t('confirm.title')} onClose={onClose}>
      {!factors && error && (
        <ErrorState compact text={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!factors && !error && <SkeletonRows count={2} />}
      {factors && <Proof factors={factors} onConfirmed={onConfirmed} />}
    </Sheet>
  );
}
