import { ApiError } from '@tessera/api';
import { costOf, type ProjectDetail, subscriptionProblem, useSubscribe } from '@tessera/api/launchpad';
import { useAccountBalances, useSpendingRefusal } from '@tessera/api/wallet';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { add, div, min, mul, quantize } from '@tessera/money';
import { Button, CoinIcon, KeyValue, showToast, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { AmountInput, Select, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import look from '../Product.module.css';
import { ConfirmSheet, type Order } from './ConfirmSheet.tsx';
import { figure, priceFigure } from './figures.ts';
import styles from './Launchpad.module.css';

const SHARES = [25, 50, 75, 100];

/** What a subscription would get if no other user subscribed. */
const estimated = (amount: string, { total_issuance, subscribed, user_cap, scale }: ProjectDetail): string => {
  const all = add(subscribed, amount);
  return min(amount, user_cap, quantize(div(mul(amount, total_issuance), all), scale, 'down'));
};

type SubscribeFormProps = {
  readonly sale: ProjectDetail;
  /** The price is another one than was shown. */
  readonly onMoved: () => void;
};

/** Amount and payment of a subscription. */
export function SubscribeForm({ sale, onMoved }: SubscribeFormProps) {
  const t = useTexts('launchpad');
  const common = useTexts('common');
  const locale = useLocale();
  const balances = useAccountBalances();
  const [amount, setAmount] = useState('');
  const [code, setCode] = useState(sale.prices[0]?.pay_currency ?? 'USDT');
  const [order, setOrder] = useState<Order | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The price that was refused last: the sheet then asks again, at the price of now. */
  const [refused, setRefused] = useState<string | null>(null);
  const paying = sale.prices.find(({ pay_currency }) => pay_currency === code) ?? sale.prices[0];
  const price = paying?.price ?? null;
  const asked = order && refused !== null && price !== null ? { ...order, price } : order;
  const scale = paying?.scale ?? 0;
  /** Of one token: what the limit of one order is compared with. */
  const inUsdt = sale.prices.find(({ pay_currency }) => pay_currency === 'USDT')?.price ?? sale.price;
  const available = balances.data?.list.find(({ currency_id }) => currency_id === paying?.currency_id)?.available;
  const subscribe = useSubscribe({
    onDone(done) {
      setOrder(null);
      setAmount('');
      const got = figure(done.amount, done.scale, locale);
      showToast(t('done', { amount: got, currency: done.currency }), 'success');
    },
    onRejected(error) {
      setRefusal(problemText(error));
      if (!(error instanceof ApiError && error.code === 'price_moved')) return;
      setRefused(asked?.price ?? null);
      onMoved();
    },
    // Without a toast: the notice on the page shows that the outcome is unknown.
    onUnresolved: () => setOrder(null),
  });
  const limits = { tokenScale: sale.scale, payScale: scale, least: sale.min_amount };
  const problem =
    price === null
      ? null
      : subscriptionProblem({ amount, price }, { ...limits, ...(available !== undefined && { available }) });
  const spending = useSpendingRefusal('USDT', { amount: amount === '' ? null : mul(amount, inUsdt) });
  const cost = price !== null && amount !== '' ? costOf(amount, price, scale) : '0';
  const most = (percent: number): string | undefined =>
    price === null || available === undefined
      ? undefined
      : quantize(div(mul(available, String(percent)), mul(price, '100')), sale.scale, 'down');
  /** In tokens, as the field is: the rules name a balance, which is in the payment currency. */
  const whyNot = (code: string): string | undefined => {
    const bound = (max: string) => figure(max, sale.scale, locale);
    if (code === 'amount_too_small') {
      return ruleText({ code: 'field_too_small', params: { min: bound(sale.min_amount) } });
    }
    if (code !== 'insufficient_balance') return problem ? ruleText(problem) : undefined;
    return ruleText({ code: 'field_too_large', params: { max: bound(most(100) ?? '0') } });
  };
  const shown = amount !== '' && problem ? whyNot(problem.code) : (spending.overLimit ?? undefined);
  const whole = ({ amount: of, pay_currency, price: at }: Order) =>
    t('whole', {
      amount: figure(of, sale.scale, locale),
      currency: sale.currency,
      paid: priceFigure(costOf(of, at, scale), pay_currency, locale),
    });
  return (
    <div className={styles.section}>
      {subscribe.unresolved && (
        <Unresolved busy={subscribe.busy} onRepeat={subscribe.repeat}>
          {whole(subscribe.unresolved)}
        </Unresolved>
      )}
      <Select
        label={t('payWith')}
        options={sale.prices.map(({ pay_currency }) => ({
          value: pay_currency,
          label: pay_currency,
          start: <CoinIcon symbol={pay_currency} size="s" />,
        }))}
        value={code}
        onChange={setCode}
      />
      <AmountInput
        label={t('amount')}
        unit={sale.currency}
        scale={sale.scale}
        value={amount}
        onChange={setAmount}
        percentages={SHARES}
        onPercent={(percent) => {
          const tokens = most(percent);
          if (tokens !== undefined) setAmount(tokens);
        }}
        error={shown}
        helper={
          available === undefined ? undefined : `${common('available')}: ${figure(available, scale, locale)} ${code}`
        }
        name="amount"
      />
      {price === null ? (
        <p className={look.problem}>{t('noPrice')}</p>
      ) : (
        <KeyValue
          items={[
            {
              label: t('price'),
              value: (
                <Explained
                  title={t('price')}
                  value={priceFigure(price, code, locale)}
                  note={t(sale.symbol !== null ? 'priceTrades' : code === 'USDT' ? 'priceNote' : 'priceOther')}
                />
              ),
            },
            {
              label: t('estimate'),
              value: (
                <Explained
                  title={t('estimate')}
                  value={`${figure(amount === '' ? '0' : estimated(amount, sale), sale.scale, locale)}\u00a0${sale.currency}`}
                  note={t('estimateNote')}
                />
              ),
            },
            { label: t('cost'), value: priceFigure(cost, code, locale), strong: true },
          ]}
        />
      )}
      {sale.order_limit !== null && (
        <p className={look.weak}>{t('orderLimit', { limit: figure(sale.order_limit, 0, locale) })}</p>
      )}
      {spending.refused !== null && (
        <p className={look.risk} role="status">
          {spending.refused}
        </p>
      )}
      <Button
        size="l"
        block
        disabled={
          price === null ||
          problem !== null ||
          available === undefined ||
          spending.refused !== null ||
          spending.overLimit !== null
        }
        onClick={() => {
          setRefusal(null);
          setRefused(null);
          if (price !== null) setOrder({ project_id: sale.id, amount, pay_currency: code, price });
        }}
      >
        {t('review')}
      </Button>
      <ConfirmSheet
        sale={sale}
        order={asked}
        refused={refused}
        cost={asked ? costOf(asked.amount, asked.price, scale) : '0'}
        busy={subscribe.busy}
        problem={refusal}
        onConfirm={subscribe.run}
        onClose={() => setOrder(null)}
      />
    </div>
  );
}
