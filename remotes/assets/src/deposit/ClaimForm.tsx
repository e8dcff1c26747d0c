import { type DepositClaim, type DepositCoin, useClaimDeposit } from '@tessera/api/deposits';
import { useUpload } from '@tessera/api/uploads';
import { useFirstError } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, Stack } from '@tessera/ui';
import { AmountInput, TextInput, Unresolved } from '@tessera/ui/forms';
import { PictureField } from '@tessera/ui/pictures';
import type { FormEvent } from 'react';
import { claimForm } from './claim-form.ts';
import { WholeClaim } from './WholeClaim.tsx';

type Props = {
  readonly coin: DepositCoin;
  /** All coins: a claim whose outcome is unknown may be of another one. */
  readonly coins: readonly DepositCoin[];
  readonly onSent: (claim: DepositClaim) => void;
};

/** Amount and voucher of a payment that was made. A claim: nothing is credited before it was reviewed. */
export function ClaimForm({ coin, coins, onSent }: Props) {
  const t = useTexts('assets');
  const [entries, enter] = claimForm.useForm(undefined);
  const { derived, problems } = claimForm.useEvaluation(entries, coin);
  const { amount, txid, account, voucher, tried } = entries;
  const upload = useUpload((location) => enter({ voucher: location }));
  // Without a toast: the notice below shows that the outcome is unknown.
  const claim = useClaimDeposit({ onDone: onSent, onUnresolved: () => undefined });
  const lookAtErrors = useFirstError();
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    enter({ tried: true });
    if (problems.length === 0 && derived.input) claim.run(derived.input);
    else lookAtErrors(event.currentTarget);
  };
  return (
    <Stack as="form" gap={2} onSubmit={submit} noValidate>
      <Heading size={16}>{t('deposit.claimTitle')}</Heading>
      {claim.unresolved && (
        <Unresolved busy={claim.busy} onRepeat={claim.repeat}>
          <WholeClaim claim={claim.unresolved} coins={coins} />
        </Unresolved>
      )}
      <AmountInput
        label={t('deposit.amount')}
        unit={coin.currency}
        scale={coin.scale}
        min={coin.min_amount}
        value={amount}
        onChange={(value) => enter({ amount: value })}
        name="amount"
      />
      <TextInput
        label={t('deposit.txid')}
        value={txid}
        onChange={(value) => enter({ txid: value })}
        error={tried && problems.some(({ field }) => field === 'txid') ? t('deposit.txidWrong') : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
      />
      <TextInput
        label={t('deposit.account')}
        value={account}
        onChange={(value) => enter({ account: value })}
        autoComplete="off"
        maxLength={120}
      />
      <PictureField
        label={t('deposit.voucher')}
        upload={upload}
        error={tried && voucher === null && !upload.busy ? t('deposit.voucherMissing') : null}
        onClear={() => enter({ voucher: null })}
      />
      <Button type="submit" size="l" block busy={claim.busy} disabled={upload.busy}>
        {t('deposit.submit')}
      </Button>
    </Stack>
  );
}
