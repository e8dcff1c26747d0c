import type { DepositClaim } from '@tessera/api/deposits';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { KeyValue, Stack, useLocale } from '@tessera/ui';
import { AddressText, DetailSheet, Steps } from '@tessera/ui/content';
import { useState } from 'react';

/** Digits that claims are shown with; the response does not contain the coin's own. */
const SCALE = 8;

/** A deposit with each step and its time. */
export function DepositDetail({ claim }: { readonly claim: DepositClaim }) {
  const t = useTexts('assets');
  const locale = useLocale();
  const { status, currency, network, amount, credited, txid, reason, created_at, reviewed_at } = claim;
  const unit = (value: string) => `${formatAmount(value, SCALE, locale, { zeros: 'trimmed' })} ${currency}`;
  const claimed = formatDateTime(created_at, locale);
  const decided = reviewed_at === null ? undefined : formatDateTime(reviewed_at, locale);
  return (
    <Stack gap={2}>
      <Steps
        label={t('deposit.history')}
        // A claim is under review as soon as it is made.
        current={status === 'pending' ? 1 : 3}
        steps={[
          { title: t('deposit.claimed'), note: claimed },
          { title: t('deposit.status_pending'), note: claimed },
          {
            title: t(`deposit.status_${status === 'rejected' ? 'rejected' : 'approved'}`),
            note: decided,
            failed: status === 'rejected',
          },
        ]}
      />
      <KeyValue
        items={[
          { label: t('deposit.network'), value: network },
          { label: t('deposit.amount'), value: unit(amount) },
          ...(txid === null ? [] : [{ label: t('payout.txid'), value: <AddressText value={txid} /> }]),
          ...(credited === null ? [] : [{ label: t('deposit.credited'), value: unit(credited), strong: true }]),
          ...(reason === null ? [] : [{ label: t('payout.reason'), value: reason }]),
        ]}
      />
    </Stack>
  );
}

type Props = { readonly claim: DepositClaim | null; readonly onClose: () => void };

/** One deposit with each step and its time; it follows the decision while it is open. */
export function DepositSheet({ claim, onClose }: Props) {
  const t = useTexts('assets');
  // Stays while the sheet slides out.
  const [last, setLast] = useState(claim);
  if (claim !== null && claim !== last) setLast(claim);
  return (
    <DetailSheet open={claim !== null} onClose={onClose} title={t('deposit.details')}>
      {last && <DepositDetail claim={last} />}
    </DetailSheet>
  );
}
