import { api, newIdempotencyKey, upload } from '@tessera/api';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { useMutation, useQueryClient } from '@tessera/query';
import { Button, showToast } from '@tessera/ui';
import { AmountInput, ImagePicker, TextInput } from '@tessera/ui/forms';
import { type FormEvent, useRef, useState } from 'react';
import styles from './Deposit.module.css';
import type { DepositClaim, DepositCoin } from './deposits.ts';

type Props = { readonly coin: DepositCoin; readonly onSent: (claim: DepositClaim) => void };

/** Amount and voucher of a payment that was made. A claim: nothing is credited before it was reviewed. */
export function ClaimForm({ coin, onSent }: Props) {
  const t = useTexts('assets');
  const client = useQueryClient();
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState('');
  const [tried, setTried] = useState(false);
  // One key per claim: sent again after a lost connection, it is still the same claim.
  const key = useRef(newIdempotencyKey());
  const voucher = useMutation({ mutationFn: (file: File) => upload(file) });
  const claim = useMutation({
    mutationFn: (location: string) =>
      api(
        'POST /wallet/charge_req',
        {
          currency: coin.id,
          type: coin.subName,
          amount,
          voucher: location,
          ...(account.trim() && { account: account.trim() }),
        },
        { idempotencyKey: key.current },
      ),
    onSuccess(sent) {
      key.current = newIdempotencyKey();
      client.invalidateQueries({ queryKey: ['account'] });
      onSent(sent);
    },
    onError: (error) => showToast(problemText(error), 'error'),
  });
  const ready = amount !== '' && cmp(amount, coin.min_number) >= 0 && voucher.data !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (ready && voucher.data) claim.mutate(voucher.data);
  };
  const missing = tried && !voucher.data && !voucher.isPending ? t('deposit.voucherMissing') : null;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.heading}>{t('deposit.claimTitle')}</h2>
      <AmountInput
        label={t('deposit.amount')}
        unit={coin.name}
        scale={coin.scale}
        min={coin.min_number}
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
        picture={voucher.data ?? null}
        busy={voucher.isPending}
        error={voucher.error ? problemText(voucher.error) : missing}
        onPick={(file) => voucher.mutate(file)}
        onRemove={() => voucher.reset()}
      />
      <Button type="submit" size="l" block busy={claim.isPending} disabled={!ready && tried}>
        {t('deposit.submit')}
      </Button>
    </form>
  );
}
