import { type AccountName, useTransfer, useTransferable, type Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, isPositive } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, KeyValue, Sheet, Stack, Text, useLocale } from '@tessera/ui';
import { AmountInput, Select, Unresolved } from '@tessera/ui/forms';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { SwapPair } from '../swap-pair/SwapPair.tsx';
import { ACCOUNT_ORDER } from '../wallets/account-order.ts';
import { coinOptions } from '../wallets/coin-options.tsx';
import { holdingOf, transferForm } from './transfer-form.ts';
import { WholeTransfer } from './WholeTransfer.tsx';

const SHARES = [25, 50, 75, 100];

type Props = {
  readonly wallets: Wallets;
  /** The currency to begin with. */
  readonly currencyId: number | undefined;
  /** The accounts to begin with. */
  readonly from?: AccountName | undefined;
  readonly to?: AccountName | undefined;
};

export function TransferForm({ wallets, currencyId, from, to }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const [entries, enter] = transferForm.useForm({ wallets, currencyId, from, to });
  // Open positions need a part of the leverage account: the others may be emptied.
  const guarded = useTransferable(
    entries.from === 'lever' ? { account: entries.from, currency_id: entries.currencyId } : null,
  ).data;
  const { derived, problems } = transferForm.useEvaluation(entries, { wallets, transferable: guarded?.transferable });
  const result = useResult();
  const [asking, setAsking] = useState(false);
  const transfer = useTransfer({
    onDone(_, { amount: sent, ...moved }) {
      setAsking(false);
      enter({ type: 'done', amount: sent });
      const of = holdingOf(wallets, moved.from, moved.currency_id);
      result.show({
        title: t('transfer.done'),
        amount: `${formatAmount(sent, of?.scale ?? scale, locale, { zeros: 'trimmed' })} ${of?.currency ?? currency}`,
        items: [
          { label: t('transfer.from'), value: common(`account.${moved.from}`) },
          { label: t('transfer.to'), value: common(`account.${moved.to}`) },
        ],
        next: [t(`transfer.use_${moved.to}`)],
        view: { label: t('routes.fund.transfer_history'), to: screenUrl('/pages/fund/transfer_history') },
      });
    },
    // Without a toast: the notice on the page shows that the outcome is unknown.
    onUnresolved: () => setAsking(false),
  });
  const { currency, available, scale, currencies, input } = derived;
  const accounts = ACCOUNT_ORDER.map((value) => ({ value, label: common(`account.${value}`) }));
  const amount = input ? formatAmount(input.amount, scale, locale, { zeros: 'trimmed' }) : '';
  return (
    <Stack gap={2} page>
      {transfer.unresolved && (
        <Unresolved busy={transfer.busy} onRepeat={transfer.repeat}>
          <WholeTransfer transfer={transfer.unresolved} wallets={wallets} />
        </Unresolved>
      )}
      <SwapPair
        from={
          <Select
            label={t('transfer.from')}
            options={accounts}
            value={entries.from}
            onChange={(account) => enter({ type: 'account', end: 'from', account })}
          />
        }
        to={
          <Select
            label={t('transfer.to')}
            options={accounts}
            value={entries.to}
            onChange={(account) => enter({ type: 'account', end: 'to', account })}
          />
        }
        label={t('transfer.swap')}
        onSwap={() => enter({ type: 'swap' })}
      />
      <Select
        label={t('record.currency')}
        searchable
        options={coinOptions(currencies, locale)}
        value={String(entries.currencyId)}
        onChange={(id) => enter({ type: 'currency', currencyId: Number(id) })}
      />
      <AmountInput
        key={`${entries.from} ${entries.currencyId}`}
        label={t('transfer.amount')}
        unit={currency}
        scale={scale}
        balance={available}
        percentages={SHARES}
        value={entries.amount}
        onChange={(value) => enter({ type: 'amount', amount: value })}
        name="amount"
      />
      {guarded && isPositive(guarded.held) && (
        <Text>
          {t('transfer.held', {
            held: `${formatAmount(guarded.held, scale, locale, { zeros: 'trimmed' })} ${currency}`,
          })}
        </Text>
      )}
      <Text>{t(`transfer.use_${entries.to}`)}</Text>
      <Text>{t('transfer.note')}</Text>
      <Button size="l" block disabled={problems.length > 0} onClick={() => setAsking(true)}>
        {input ? t('transfer.action', { amount, currency }) : t('transfer.actionEmpty')}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('transfer.confirm')}
        footer={
          <Button size="l" block busy={transfer.busy} onClick={() => input && transfer.run(input)}>
            {t('transfer.action', { amount, currency })}
          </Button>
        }
      >
        <KeyValue
          items={[
            { label: t('transfer.from'), value: common(`account.${entries.from}`) },
            { label: t('transfer.to'), value: common(`account.${entries.to}`) },
            { label: t('transfer.amount'), value: `${amount} ${currency}`, strong: true },
            { label: common('fee'), value: t('transfer.free') },
          ]}
        />
        <Text>{t(`transfer.use_${entries.to}`)}</Text>
      </Sheet>
      {result.screen}
    </Stack>
  );
}
