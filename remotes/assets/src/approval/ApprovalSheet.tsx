import { ApiError } from '@tessera/api';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, ErrorState, Sheet, SkeletonRows, useLocale } from '@tessera/ui';
import { CodeInput, PayKeypad } from '@tessera/ui/codes';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import styles from './ApprovalSheet.module.css';
import { MailedCode } from './MailedCode.tsx';

export type Needs = {
  readonly passkey: string | null;
  readonly totp: boolean;
  readonly code: string | null;
  /** From when the newest factor approves, Unix ms; null where each of them does. */
  readonly factor_from: number | null;
};

export type Proof = {
  /** The payment password. */
  readonly key: string;
  readonly totp?: string;
  readonly passkey?: string;
  readonly code?: string;
};

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What is approved, with every number. */
  readonly children?: ReactNode;
  /** Gets what the second factor is asked for; absent where the payment password is enough. */
  readonly begin?: () => Promise<Needs>;
  readonly busy: boolean;
  /** Why the last proof was rejected. */
  readonly error: unknown;
  readonly onApproved: (proof: Proof) => void;
};

type FactorProps = {
  readonly needs: Needs;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onProof: (proof: Omit<Proof, 'key'>) => void;
};

/** The second factor in the forms that the account has. */
function Factor({ needs, busy, problem, onProof }: FactorProps) {
  const t = useTexts('assets');
  const [totp, setTotp] = useState('');
  const [signing, setSigning] = useState(false);
  const [unsigned, setUnsigned] = useState<string | null>(null);
  const locale = useLocale();
  const { passkey, factor_from: from } = needs;
  const sign = async (options: string) => {
    setSigning(true);
    setUnsigned(null);
    try {
      onProof({ passkey: await signWithPasskey(options) });
    } catch (error) {
      setUnsigned(problemText(error, t('payout.passkeyFailed')));
    } finally {
      setSigning(false);
    }
  };
  const failure = unsigned ?? problem;
  return (
    <div className={styles.ways}>
      {from !== null && <p className={styles.help}>{t('payout.factorFrom', { time: formatDayTime(from, locale) })}</p>}
      {passkey !== null && (
        <Button size="l" block icon={<Fingerprint />} busy={signing || busy} onClick={() => void sign(passkey)}>
          {t('payout.usePasskey')}
        </Button>
      )}
      {needs.totp && (
        <CodeInput
          label={t('payout.totp')}
          value={totp}
          onChange={setTotp}
          onComplete={(code) => {
            setTotp('');
            onProof({ totp: code });
          }}
        />
      )}
      {typeof needs.code === 'string' && <MailedCode request={needs.code} onCode={(code) => onProof({ code })} />}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

const isOfKey = (error: unknown): boolean => error instanceof ApiError && error.code.startsWith('key_');

/** The content of one opening: nothing typed stays for the next. */
function Approval({ begin, busy, error, onApproved }: Omit<Props, 'open' | 'onClose' | 'title' | 'children'>) {
  const t = useTexts('assets');
  const [key, setKey] = useState<string | null>(null);
  const [needs, setNeeds] = useState<Needs | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [seen, setSeen] = useState<unknown>(null);
  // A wrong payment password is asked for again.
  if (error !== seen) {
    setSeen(error);
    if (isOfKey(error)) setKey(null);
  }
  const ask = useEffectEvent(() => {
    setFailure(null);
    begin?.().then(setNeeds, setFailure);
  });
  // Each challenge is good for one proof: after a rejection there is a new one.
  useEffect(() => {
    if (!busy) ask();
  }, [busy]);
  const session = useSession();
  if (session?.user.hasPayPassword === false) {
    return (
      <div className={styles.ways}>
        <p className={styles.help}>{t('payout.payPasswordHelp')}</p>
        <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
          {t('payout.setPayPassword')}
        </Button>
      </div>
    );
  }
  if (failure) return <ErrorState compact text={problemText(failure)} onRetry={ask} />;
  if (begin && !needs) return <SkeletonRows count={2} />;
  const problem = error ? problemText(error) : null;
  if (key === null || !needs) {
    return (
      <PayKeypad
        title={t('payout.payPassword')}
        busy={busy}
        error={problem}
        onComplete={(entered) => {
          if (needs) setKey(entered);
          else onApproved({ key: entered });
        }}
      />
    );
  }
  return <Factor needs={needs} busy={busy} problem={problem} onProof={(proof) => onApproved({ key, ...proof })} />;
}

/** Asks for the payment password and, where money leaves, for the second factor or a mailed code. */
export function ApprovalSheet({ open, onClose, title, children, ...approval }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {children}
      <Approval {...approval} />
    </Sheet>
  );
}
