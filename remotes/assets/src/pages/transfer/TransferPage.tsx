import { type TransferInput, transferProblem, useTransfer, useWallets, type Wallets } from '@tessera/api/wallet';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import {
  Button,
  CoinIcon,
  ErrorState,
  IconButton,
  KeyValue,
  Page,
  Sheet,
  SkeletonRows,
  showToast,
  Unresolved,
  useLocale,
} from '@tessera/ui';
import { AmountInput, Select } from '@tessera/ui/forms';
import { ArrowUpDown, History } from 'lucide-react';
import { useState } from 'react';
import { holdingOf, type Plan, swapped, withAccount } from '../../transfer/plan.ts';
import { ACCOUNT_ORDER } from '../../wallets/account-order.ts';
import styles from './TransferPage.module.css';

const HISTORY = screenUrl('/pages/fund/transfer_history');
const SHARES = [25, 50, 75, 100];
/** Decimal places while those of a currency are not known. */
const USUAL_SCALE = 8;

type FormProps = { readonly wallets: Wallets; readonly wanted: number | undefined };

type WholeProps = { readonly transfer: TransferInput; readonly wallets: Wallets };

/** A transfer in one sentence, with every number. */
function Whole({ transfer: { currency_id, from, to, amount }, wallets }: WholeProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const { currency = '', scale = USUAL_SCALE } = holdingOf(wallets, from, currency_id) ?? {};
  return t('transfer.whole', {
    amount: formatAmount(amount, scale, locale, { zeros: 'trimmed' }),
    currency,
    from: common(`account.${from}`),
    to: common(`account.${to}`),
  });
}

function TransferForm({ wallets, wanted }: FormProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const [plan, setPlan] = useState<Plan>(() => ({
    from: 'change',
    to: 'legal',
    currencyId: wanted || (wallets.accounts[0]?.currencies[0]?.currency_id ?? 0),
    amount: '',
  }));
  const [asking, setAsking] = useState(false);
  const transfer = useTransfer({
    onDone(_, { amount }) {
      setAsking(false);
      // A number typed meanwhile stays.
      setPlan((before) => (before.amount === amount ? { ...before, amount: '' } : before));
      showToast(t('transfer.done'), 'success');
    },
    // Without a toast: the notice on the page says that the outcome is unknown.
    onUnresolved: () => setAsking(false),
  });
  const { unresolved } = transfer;
  const { from, to, currencyId, amount } = plan;
  const currencies = wallets.accounts.find(({ type }) => type === from)?.currencies ?? [];
  const holding = holdingOf(wallets, from, currencyId);
  const { currency, available, scale } = holding ?? { currency: '', available: '0', scale: USUAL_SCALE };
  const possible = holding !== undefined && transferProblem(plan, { scale, available }) === null;
  const accounts = ACCOUNT_ORDER.map((value) => ({ value, label: common(`account.${value}`) }));
  const wanting = amount === '' ? '' : formatAmount(amount, scale, locale, { zeros: 'trimmed' });
  return (
    <div className={styles.form}>
      {unresolved && (
        <Unresolved busy={transfer.busy} onRepeat={transfer.repeat}>
          <Whole transfer={unresolved} wallets={wallets} />
        </Unresolved>
      )}
      <div className={styles.accounts}>
        <Select
          label={t('transfer.from')}
          options={accounts}
          value={from}
          onChange={(account) => setPlan((before) => withAccount(before, 'from', account))}
        />
        <IconButton
          className={styles.swap}
          label={t('transfer.swap')}
          icon={<ArrowUpDown />}
          onClick={() => setPlan(swapped)}
        />
        <Select
          label={t('transfer.to')}
          options={accounts}
          value={to}
          onChange={(account) => setPlan((before) => withAccount(before, 'to', account))}
        />
      </div>
      <Select
        label={t('record.currency')}
        searchable
        options={currencies.map(({ currency_id, currency: label }) => ({
          value: String(currency_id),
          label,
          start: <CoinIcon symbol={label} size="s" />,
        }))}
        value={String(currencyId)}
        onChange={(id) => setPlan((before) => ({ ...before, currencyId: Number(id), amount: '' }))}
      />
      <AmountInput
        key={`${from} ${currencyId}`}
        label={t('transfer.amount')}
        unit={currency}
        scale={scale}
        balance={available}
        percentages={SHARES}
        value={amount}
        onChange={(value) => setPlan((before) => ({ ...before, amount: value }))}
        name="amount"
      />
      <p className={styles.note}>{t('transfer.note')}</p>
      <Button size="l" block disabled={!possible} onClick={() => setAsking(true)}>
        {amount === '' ? t('transfer.actionEmpty') : t('transfer.action', { amount: wanting, currency })}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('transfer.confirm')}
        footer={
          <Button
            size="l"
            block
            busy={transfer.busy}
            onClick={() => amount !== '' && transfer.run({ currency_id: currencyId, from, to, amount })}
          >
            {t('transfer.action', { amount: wanting, currency })}
          </Button>
        }
      >
        <KeyValue
          items={[
            { label: t('transfer.from'), value: common(`account.${from}`) },
            { label: t('transfer.to'), value: common(`account.${to}`) },
            { label: t('transfer.amount'), value: `${wanting} ${currency}`, strong: true },
            { label: common('fee'), value: t('transfer.free') },
          ]}
        />
      </Sheet>
    </div>
  );
}

export default function TransferPage() {
  const t = useTexts('assets');
  const open = useOpenScreen();
  const [{ currency_id }] = useScreenParams('/pages/fund/transfer', { currency_id: 'number?' });
  const wallets = useWallets();
  return (
    <Page
      title={t('routes.fund.transfer')}
      back
      actions={
        <IconButton label={t('routes.fund.transfer_history')} icon={<History />} onClick={() => open(HISTORY)} />
      }
    >
      {wallets.isPending && <SkeletonRows count={5} />}
      {wallets.isError && !wallets.data && (
        <ErrorState text={problemText(wallets.error)} onRetry={() => wallets.refetch()} retrying={wallets.isFetching} />
      )}
      {wallets.data && <TransferForm wallets={wallets.data} wanted={currency_id} />}
    </Page>
  );
}
