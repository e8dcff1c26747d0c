import { ApiError } from '@tessera/api';
import type { SecurityChange } from '@tessera/api/rules';
import { beginChange } from '@tessera/api/security';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Button, ErrorState, Sheet, SkeletonRows, useLocale } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/codes';
import { TextInput } from '@tessera/ui/forms';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { OwnCodeField } from '../code/OwnCodeField.tsx';
import styles from './ConfirmSheet.module.css';

/** A change of what approves; `id` of the passkey that is removed. */
export type Change = { readonly change: SecurityChange; readonly id?: string };

export type ChangeProof = {
  readonly proof_totp?: string;
  readonly proof_passkey?: string;
  readonly proof_recovery_code?: string;
  readonly mailed_code?: string;
};

type Props = {
  /** Null shows nothing. */
  readonly change: Change | null;
  readonly busy: boolean;
  /** Why the last proof was rejected. */
  readonly error: unknown;
  readonly onProof: (proof: ChangeProof) => void;
  readonly onClose: () => void;
};

type Needs = Awaited<ReturnType<typeof beginChange>>;
type FormProps = Omit<Props, 'change' | 'onClose'> & { readonly needs: Needs };

const fieldOf = (error: unknown): string | undefined => (error instanceof ApiError ? error.field : undefined);

/** One field and its button, for what is typed: a recovery code or a mailed one. */
function TypedProof({ needs: { code: request }, busy, error, onProof }: FormProps) {
  const t = useTexts('account');
  const common = useTexts('common');
  const [typed, setTyped] = useState('');
  const name = request === null ? 'proof_recovery_code' : 'mailed_code';
  const field = { value: typed, onChange: setTyped, error: fieldOf(error) === name ? problemText(error) : null };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onProof({ [name]: typed });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {request === null ? (
        <TextInput
          label={t('confirm.recoveryCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...field}
        />
      ) : (
        <OwnCodeField scene="withdraw" request={request} {...field} />
      )}
      <Button type="submit" size="l" block busy={busy} disabled={typed === ''}>
        {common('confirm')}
      </Button>
    </form>
  );
}

function Proof(props: FormProps) {
  const { needs, busy, error, onProof } = props;
  const t = useTexts('account');
  const locale = useLocale();
  const [totp, setTotp] = useState('');
  const [recovering, setRecovering] = useState(false);
  const [signing, setSigning] = useState(false);
  const [unsigned, setUnsigned] = useState<string | null>(null);
  const { passkey, totp: hasAuthenticator, code, factor_from: from } = needs;
  const typed = recovering || code !== null;
  const signIt = async (options: string) => {
    setUnsigned(null);
    setSigning(true);
    try {
      onProof({ proof_passkey: await signWithPasskey(options) });
    } catch (problem) {
      setUnsigned(problemText(problem, t('confirm.cancelled')));
    } finally {
      setSigning(false);
    }
  };
  const shown = typed ? ['proof_recovery_code', 'mailed_code'] : ['proof_totp'];
  const failure = unsigned ?? (error ? problemText(error) : null);
  return (
    <div className={styles.ways}>
      <p className={styles.lead}>{t(code === null ? 'confirm.byFactor' : 'confirm.byCode')}</p>
      {from !== null && <p className={styles.lead}>{t('confirm.factorFrom', { time: formatDayTime(from, locale) })}</p>}
      {passkey !== null && !recovering && (
        <Button size="l" block icon={<Fingerprint />} busy={signing || busy} onClick={() => void signIt(passkey)}>
          {t('confirm.usePasskey')}
        </Button>
      )}
      {hasAuthenticator && !recovering && (
        <CodeInput
          label={t('confirm.code')}
          autoFocus={passkey === null}
          value={totp}
          error={fieldOf(error) === 'proof_totp' ? problemText(error) : null}
          onChange={setTotp}
          onComplete={(digits) => {
            setTotp('');
            onProof({ proof_totp: digits });
          }}
        />
      )}
      {typed && <TypedProof {...props} />}
      {failure && (unsigned !== null || !shown.includes(fieldOf(error) ?? '')) && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {code === null && (
        <Button variant="ghost" onClick={() => setRecovering(!recovering)}>
          {t(recovering ? 'confirm.useFactor' : 'confirm.useRecovery')}
        </Button>
      )}
    </div>
  );
}

/** The content of one opening: nothing typed stays for the next. */
function Asking({ change, busy, ...props }: Omit<Props, 'change' | 'onClose'> & { readonly change: Change }) {
  const [needs, setNeeds] = useState<Needs | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = useEffectEvent(() => {
    setFailure(null);
    // A code that is on its way stays good: the next request is for the same change.
    beginChange({ ...change }).then(setNeeds, setFailure);
  });
  // Each challenge is good for one proof: after a rejection there is a new one.
  useEffect(() => {
    if (!busy) ask();
  }, [busy]);
  if (failure) return <ErrorState compact text={problemText(failure)} onRetry={ask} />;
  if (!needs) return <SkeletonRows count={2} />;
  return <Proof needs={needs} busy={busy} {...props} />;
}

/** Asks for what proves one change: a second factor that approves or, without one, the code that is mailed for it. */
export function ChangeSheet({ change, onClose, ...asking }: Props) {
  const t = useTexts('account');
  return (
    <Sheet open={change !== null} title={t('confirm.title')} onClose={onClose}>
      {change && <Asking change={change} {...asking} />}
    </Sheet>
  );
}
