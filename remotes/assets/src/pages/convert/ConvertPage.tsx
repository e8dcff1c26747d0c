import { useConversionOffer } from '@tessera/api/convert';
import { useAccountBalances } from '@tessera/api/wallet';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Button, CoinIcon, ErrorState, KeyValue, Page, SkeletonRows, useLocale } from '@tessera/ui';
import { AmountInput, Select } from '@tessera/ui/forms';
import { SwapPair } from '../../swap-pair/SwapPair.tsx';
import styles from './ConvertPage.module.css';
import { type Balances, convertForm, type Side } from './convert-form.ts';

const SHARES = [25, 50, 75, 100];
const RATE_DIGITS = 8;

/** What the exchange offers now, kept fresh while it is on screen. */
function Offer({ from, to, amount }: { readonly from: Side; readonly to: Side; readonly amount: string }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const offer = useConversionOffer({ number: amount, from_currency_id: from.id, to_currency_id: to.id });
  if (offer.error) return <p className={styles.problem}>{problemText(offer.error)}</p>;
  if (!offer.data) return <SkeletonRows count={3} />;
  const { rate, fee, receive } = offer.data;
  const inTarget = (value: string, digits = to.scale) =>
    `${formatAmount(value, digits, locale, { zeros: 'trimmed' })} ${to.code}`;
  return (
    <KeyValue
      items={[
        { label: t('convert.rate'), value: `1 ${from.code} = ${inTarget(rate, RATE_DIGITS)}` },
        { label: common('fee'), value: inTarget(fee) },
        { label: t('convert.receive'), value: inTarget(receive), strong: true },
      ]}
    />
  );
}

type FormProps = { readonly balances: Balances; readonly wanted: number | undefined };

function ConvertForm({ balances, wanted }: FormProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const [entries, enter] = convertForm.useForm({ balances, wanted });
  const { derived, problems } = convertForm.useEvaluation(entries, balances);
  const { from, to } = derived;
  const { amount } = entries;
  const [problem] = problems;
  const options = balances.map(({ currency_id, currency }) => ({
    value: String(currency_id),
    label: currency,
    start: <CoinIcon symbol={currency} size="s" />,
  }));
  return (
    <div className={styles.form}>
      <SwapPair
        from={
          <Select
            label={t('transfer.from')}
            searchable
            options={options}
            value={String(from.id)}
            onChange={(id) => enter({ type: 'from', currencyId: Number(id) })}
          />
        }
        to={
          <Select
            label={t('transfer.to')}
            searchable
            options={options}
            value={String(to.id)}
            onChange={(id) => enter({ type: 'to', currencyId: Number(id) })}
          />
        }
        label={t('convert.swap')}
        onSwap={() => enter({ type: 'swap' })}
      />
      <AmountInput
        key={from.id}
        label={common('amount')}
        unit={from.code}
        scale={from.scale}
        balance={from.available}
        percentages={SHARES}
        value={amount}
        onChange={(value) => enter({ type: 'amount', amount: value })}
        name="amount"
      />
      {problem && <p className={styles.problem}>{ruleText(problem)}</p>}
      {amount !== '' && !problem && <Offer from={from} to={to} amount={amount} />}
      <p className={styles.note}>{t('convert.soon')}</p>
      <Button size="l" block disabled>
        {t('routes.transfer.transfer')}
      </Button>
    </div>
  );
}

/** The current quote of a conversion. Converting is not built yet, which the screen states. */
export default function ConvertPage() {
  const t = useTexts('assets');
  const [{ from_currency_id }] = useScreenParams('/pages/transfer/transfer', { from_currency_id: 'number?' });
  const balances = useAccountBalances({ account: 'change' });
  const { isPending, isError, isFetching, data, error, refetch } = balances;
  return (
    <Page title={t('routes.transfer.transfer')} back>
      {isPending && <SkeletonRows count={5} />}
      {isError && !data && <ErrorState text={problemText(error)} onRetry={() => refetch()} retrying={isFetching} />}
      {data && <ConvertForm balances={data.list} wanted={from_currency_id} />}
    </Page>
  );
}
