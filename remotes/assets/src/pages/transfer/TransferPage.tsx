import { api, newIdempotencyKey } from '@tessera/api';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useMutation, useQueryClient } from '@tessera/query';
import { useNavigate, useSearchParams } from '@tessera/router';
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
  useLocale,
} from '@tessera/ui';
import { AmountInput, Select } from '@tessera/ui/forms';
import { ArrowUpDown, History } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { holdingOf, isPossible, type Plan, swapped, withAccount } from '../../transfer/transfers.ts';
import { ACCOUNT_ORDER, useWallets, type Wallets } from '../../wallets/wallets.ts';
import styles from './TransferPage.module.css';

const HISTORY = '/pages/fund/transfer_history';
const SHARES = [25, 50, 75, 100];

/** Currencies known to any account, those in the account of origin with most of them first. */
function useCurrencies(wallets: Wallets, plan: Plan) {
  return useMemo(() => {
    const known = new Map<number, string>();
    const from = wallets.accounts.find(({ type }) => type === plan.from);
    for (const { currency_id, currency } of from?.currencies ?? []) known.set(currency_id, currency);
    return [...known];
  }, [wallets, plan.from]);
}

function TransferForm({ wallets, wanted }: { readonly wallets: Wallets; readonly wanted: number }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const client = useQueryClient();
  const [plan, setPlan] = useState<Plan>(() => ({
    from: 'change',
    to: 'legal',
    currencyId: wanted || (wallets.accounts[0]?.currencies[0]?.currency_id ?? 0),
    amount: '',
  }));
  const [asking, setAsking] = useState(false);
  const key = useRef(newIdempotencyKey());
  const currencies = useCurrencies(wallets, plan);
  const holding = holdingOf(wallets, plan);
  const currency = holding?.currency ?? currencies.find(([id]) => id === plan.currencyId)?.[1] ?? '';
  const available = holding?.available ?? '0';
  const scale = holding?.scale ?? 8;
  const possible = isPossible(plan, available);
  const amount = plan.amount === '' ? '' : formatAmount(plan.amount, scale, locale, { zeros: 'trimmed' });

  const transfer = useMutation({
    mutationFn: () =>
      api(
        'POST /wallet/change',
        { currency_id: plan.currencyId, number: plan.amount, from_field: plan.from, to_field: plan.to },
        { idempotencyKey: key.current },
      ),
    onSuccess() {
      key.current = newIdempotencyKey();
      setAsking(false);
      setPlan((before) => ({ ...before, amount: '' }));
      showToast(t('transfer.done'), 'success');
      return client.invalidateQueries({ queryKey: ['account'] });
    },
    onError: (error) => showToast(problemText(error), 'error'),
  });
  const accounts = ACCOUNT_ORDER.map((value) => ({ value, label: common(`account.${value}`) }));
  return (
    <div className={styles.form}>
      <div className={styles.accounts}>
        <Select
          label={t('transfer.from')}
          options={accounts}
          value={plan.from}
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
          value={plan.to}
          onChange={(account) => setPlan((before) => withAccount(before, 'to', account))}
        />
      </div>
      <Select
        label={t('record.currency')}
        searchable
        options={currencies.map(([id, label]) => ({
          value: String(id),
          label,
          start: <CoinIcon symbol={label} size="s" />,
        }))}
        value={String(plan.currencyId)}
        onChange={(id) => setPlan((before) => ({ ...before, currencyId: Number(id), amount: '' }))}
      />
      <AmountInput
        key={`${plan.from} ${plan.currencyId}`}
        label={t('transfer.amount')}
        unit={currency}
        scale={scale}
        balance={available}
        percentages={SHARES}
        value={plan.amount}
        onChange={(value) => setPlan((before) => ({ ...before, amount: value }))}
        name="amount"
      />
      <p className={styles.note}>{t('transfer.note')}</p>
      <Button size="l" block disabled={!possible} onClick={() => setAsking(true)}>
        {plan.amount === '' ? t('transfer.actionEmpty') : t('transfer.action', { amount, currency })}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('transfer.confirm')}
        footer={
          <Button size="l" block busy={transfer.isPending} onClick={() => transfer.mutate()}>
            {t('transfer.action', { amount, currency })}
          </Button>
        }
      >
        <KeyValue
          items={[
            { label: t('transfer.from'), value: common(`account.${plan.from}`) },
            { label: t('transfer.to'), value: common(`account.${plan.to}`) },
            { label: t('transfer.amount'), value: `${amount} ${currency}`, strong: true },
            { label: common('fee'), value: t('transfer.free') },
          ]}
        />
      </Sheet>
    </div>
  );
}

export default function TransferPage() {
  const t = useTexts('assets');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const wallets = useWallets();
  return (
    <Page
      title={t('routes.fund.transfer')}
      back
      actions={
        <IconButton label={t('routes.fund.transfer_history')} icon={<History />} onClick={() => navigate(HISTORY)} />
      }
    >
      {wallets.isPending && <SkeletonRows count={5} />}
      {wallets.isError && !wallets.data && (
        <ErrorState text={problemText(wallets.error)} onRetry={() => wallets.refetch()} retrying={wallets.isFetching} />
      )}
      {wallets.data && <TransferForm wallets={wallets.data} wanted={Number(query.get('currency_id'))} />}
    </Page>
  );
}
