import { type DepositCoin, depositProblem, useClaimDeposit } from '@tessera/api/deposits';
import { useUpload } from '@tessera/api/uploads';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { Button, Unresolved, useLocale } from '@tessera/ui';
import { AmountInput, ImagePicker, TextInput } from '@tessera/ui/forms';
import { type FormEvent, useState } from 'react';
import styles from './Deposit.module.css';

type Props = {
  readonly coin: DepositCoin;
  /** All coins: a claim whose outcome is unknown may be of another one. */
  readonly coins: readonly DepositCoin[];
  readonly onSent: () => void;
};

/** Amount and voucher of a payment that was made. A claim: nothing is credited before it was reviewed. */
export function ClaimForm({ coin, coins, onSent }: Props) {
  const t = useTexts('assets');
  const locale = useLocale();
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState('');
  const [voucher, setVoucher] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const upload = useUpload(setVoucher);
  // Without a toast: the notice below says that the outcome is unknown.
  const claim = useClaimDeposit({ onDone: onSent, onUnresolved: () => undefined });
  const { currency_id, currency, network, scale, min_amount: min } = coin;
  const possible = depositProblem(amount, { currency, scale, min }) === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!possible || voucher === null) return;
    const from = account.trim();
    claim.run({ currency_id, network, amount, voucher, ...(from && { account: from }) });
  };
  const { unresolved } = claim;
  const claimed = unresolved && coins.find((each) => each.currency_id === unresolved.currency_id);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.heading}>{t('deposit.claimTitle')}</h2>
      {unresolved && claimed && (
        <Unresolved busy={claim.busy} onRepeat={claim.repeat}>
          {t('deposit.whole', {
            amount: formatAmount(unresolved.amount, claimed.scale, locale, { zeros: 'trimmed' }),
            currency: claimed.currency,
            network: unresolved.network,
          })}
        </Unresolved>
      )}
      <AmountInput
        label={t('deposit.amount')}
        unit={currency}
        scale={scale}
        min={min}
        value={amount}
        onChange={setAmount}
        name="amount"
      />
      <TextInput
        label={t('deposit.account')}
        value={account}
        onChange={setAccount}
        autoComplete="off"
        maxLength={120}
      />
      <ImagePicker
        label={t('deposit.voucher')}
        picture={voucher}
        busy={upload.busy}
        error={tried && voucher === null && !upload.busy ? t('deposit.voucherMissing') : null}
        onPick={upload.run}
        onRemove={() => {
          upload.drop();
          setVoucher(null);
        }}
      />
      <Button type="submit" size="l" block busy={claim.busy} disabled={tried && (!possible || voucher === null)}>
        {t('deposit.submit')}
      </Button>
    </form>
  );
}
