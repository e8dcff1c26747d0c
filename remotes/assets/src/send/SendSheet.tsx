import { ApiError } from '@tessera/api';
import { useSendOwnCode } from '@tessera/api/security';
import { signWithPasskey } from '@tessera/api/security/passkeys';
import type { BegunPayment, PaymentInput } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount, formatDayTime } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, Sheet, useLocale } from '@tessera/ui';
import { CodeField, CodeInput, PayKeypad } from '@tessera/ui/codes';
import { Explained } from '@tessera/ui/content';
import { useState } from 'react';
import styles from './Send.module.css';

const CODE_LENGTH = 6;
const USDT_SCALE = 2;

export type Asked = {
  readonly payment: Pick<PaymentInput, 'account' | 'currency_id' | 'number'>;
  readonly begun: BegunPayment;
  readonly currency: string;
  readonly scale: number;
};

type Props = {
  readonly asked: Asked;
  readonly busy: boolean;
  /** Why the exchange did not send. */
  readonly failure: unknown;
  readonly onSend: (input: PaymentInput) => void;
  /** Something is typed or pressed anew. */
  readonly onRetry: () => void;
};

/** The recipient's name, then what approves the payment, then the payment password. */
function Steps({ asked, busy, failure, onSend, onRetry }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const [code, setCode] = useState('');
  const [paying, setPaying] = useState(false);
  const [unsigned, setUnsigned] = useState<string | null>(null);
  const mailed = useSendOwnCode();
  const session = useSession();
  const { payment, begun, currency, scale } = asked;
  const { approval } = begun;
  const { code: request, factor_from: from } = approval;
  const figure = (value: string, digits: number) => formatAmount(value, digits, locale, { zeros: 'trimmed' });
  const fee = `${figure(begun.fee, scale)} ${currency}`;
  // A passkey is preferred where there is a code as well.
  const byPasskey = approval.passkey !== null;
  const problem = unsigned ?? (failure ? problemText(failure) : null);
  const ofKey = failure instanceof ApiError && failure.field === 'key';
  const enter = (text: string) => {
    onRetry();
    setCode(text);
  };
  const pay = async (key: string) => {
    setUnsigned(null);
    onRetry();
    if (approval.passkey === null) return onSend({ ...payment, key, ...(approval.totp ? { totp: code } : { code }) });
    try {
      onSend({ ...payment, key, passkey: await signWithPasskey(approval.passkey) });
    } catch (error) {
      setUnsigned(problemText(error, t('send.cancelled')));
    }
  };
  if (paying) {
    return (
      <div className={styles.steps}>
        <PayKeypad title={t('send.key')} busy={busy} error={problem} onComplete={(key) => void pay(key)} />
        {problem !== null && !ofKey && !byPasskey && (
          <Button
            variant="ghost"
            onClick={() => {
              enter('');
              setPaying(false);
            }}
          >
            {common('back')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.steps}>
      <KeyValue
        items={[
          { label: t('send.name'), value: begun.name, strong: true },
          { label: t('send.account'), value: payment.account },
          { label: t('send.amount'), value: `${figure(payment.number, scale)} ${currency}` },
          { label: common('fee'), value: <Explained title={common('fee')} value={fee} note={t('send.note')} /> },
          ...(begun.limit === null
            ? []
            : [
                {
                  label: t('send.used'),
                  value: (
                    <Explained
                      title={t('send.used')}
                      value={t('send.usedOf', {
                        used: figure(begun.used, USDT_SCALE),
                        limit: figure(begun.limit, USDT_SCALE),
                      })}
                      note={t('send.usedNote')}
                      link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
                    />
                  ),
                },
              ]),
        ]}
      />
      <p className={styles.note}>{t('send.check')}</p>
      {byPasskey && <p className={styles.note}>{t('send.passkey')}</p>}
      {from !== null && <p className={styles.note}>{t('payout.factorFrom', { time: formatDayTime(from, locale) })}</p>}
      {!byPasskey && approval.totp && <CodeInput label={t('send.totp')} value={code} onChange={enter} />}
      {request !== null && (
        <CodeField
          value={code}
          onChange={enter}
          error={null}
          sent={mailed.output}
          sending={mailed.busy}
          onSend={() => mailed.run({ scene: 'withdraw', request })}
        />
      )}
      {session?.user.hasPayPassword === false && (
        <Button variant="secondary" block to={screenUrl('/pages/setting/payPassword')}>
          {t('send.noKey')}
        </Button>
      )}
      <Button
        size="l"
        block
        disabled={session?.user.hasPayPassword === false || (!byPasskey && code.length !== CODE_LENGTH)}
        onClick={() => setPaying(true)}
      >
        {t('send.approve')}
      </Button>
    </div>
  );
}

/** Confirms who receives a payment, and approves it. */
export function SendSheet({
  onClose,
  ...props
}: Omit<Props, 'asked'> & { readonly asked: Asked | null; readonly onClose: () => void }) {
  const t = useTexts('assets');
  const { asked } = props;
  return (
    <Sheet open={asked !== null} onClose={onClose} title={t('send.confirm')}>
      {asked && <Steps {...props} asked={asked} />}
    </Sheet>
  );
}
