import { ApiError } from '@tessera/api';
import { costOf, type ProjectDetail, subscriptionProblem, useSubscribe } from '@tessera/api/launchpad';
import { problemText, ruleText, useTexts } from '@tessera/i18n';
import { add, div, formatMoment, min, mul, quantize } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Button, CoinIcon, KeyValue, Note, Stack, Text, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { AmountInput, Select, Unresolved } from '@tessera/ui/forms';
import { definePurchase } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { ConfirmSheet, type Order } from './ConfirmSheet.tsx';
import { figure, priceFigure } from './figures.ts';

const SHARES = [25, 50, 75, 100];

/** What a subscription would get if no other user subscribed. */
const estimated = (amount: string, { total_issuance, subscribed, user_cap, scale }: ProjectDetail): string => {
  const all = add(subscribed, amount);
  return min(amount, user_cap, quantize(div(mul(amount, total_issuance), all), scale, 'down'));
};

/** How one of the currencies pays for a token. */
const payingOf = ({ prices }: ProjectDetail, code: string) =>
  prices.find(({ pay_currency }) => pay_currency === code) ?? prices[0];

/** An amount of tokens, paid in one of the currencies of the sale. */
const subscription = definePurchase({
  start: () => ({ amount: '', code: 'USDT' }),
  terms: (sale: ProjectDetail, { code }) => ({
    currency: payingOf(sale, code)?.pay_currency ?? code,
    unit: sale.currency,
    scale: sale.scale,
    min: sale.min_amount,
  }),
  problem({ amount, code }, sale) {
    const { price = null, scale = 0 } = payingOf(sale, code) ?? {};
    const limits = { tokenScale: sale.scale, payScale: scale, least: sale.min_amount };
    return price === null ? { code: 'stale_price' } : subscriptionProblem({ amount, price }, limits);
  },
  cost({ amount, code }, sale) {
    const { price = null, scale = 0 } = payingOf(sale, code) ?? {};
    return price === null ? '0' : costOf(amount, price, scale);
  },
});

type SubscribeFormProps = {
  readonly sale: ProjectDetail;
  /** The price is another one than was shown. */
  readonly onMoved: () => void;
};

/** Amount and payment of a subscription. */
export function SubscribeForm({ sale, onMoved }: SubscribeFormProps) {
  const t = useTexts('finance/launchpad');
  const common = useTexts('common');
  const locale = useLocale();
  const result = useResult();
  const [order, setOrder] = useState<Order | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The price that was refused last: the sheet then asks again, at the price of now. */
  const [refused, setRefused] = useState<string | null>(null);
  /** Of one token: what the limit of one order is compared with. */
  const inUsdt = sale.prices.find(({ pay_currency }) => pay_currency === 'USDT')?.price ?? sale.price;
  const form = subscription.useForm();
  const typed = form.values.amount;
  const { price = null, scale = 0, pay_currency: code = 'USDT' } = payingOf(sale, form.values.code) ?? {};
  const asked = order && refused !== null && price !== null ? { ...order, price } : order;
  const most = (percent: number, funds: string | undefined): string | undefined =>
    price === null || funds === undefined
      ? undefined
      : quantize(div(mul(funds, String(percent)), mul(price, '100')), sale.scale, 'down');
  const {
    field,
    cost,
    available,
    ready,
    refusal: closed,
  } = subscription.useEntry({
    offer: sale,
    form,
    spending: { currency: 'USDT', amount: typed === '' ? null : mul(typed, inUsdt) },
    // In tokens, as the field is: the balance is in the payment currency.
    wording: (failure, funds) =>
      failure.code === 'insufficient_balance'
        ? ruleText({ code: 'field_too_large', params: { max: figure(most(100, funds) ?? '0', sale.scale, locale) } })
        : undefined,
  });
  const subscribe = useSubscribe({
    onDone(done) {
      setOrder(null);
      form.set({ amount: '' });
      const got = figure(done.amount, done.scale, locale);
      result.show({
        title: t('done', { amount: got, currency: done.currency }),
        items: [
          { label: t('cost'), value: priceFigure(done.paid, done.pay_currency, locale), strong: true },
          { label: t('ends'), value: formatMoment(sale.end_time, locale) },
          { label: t('listing'), value: formatMoment(done.unlock_at, locale) },
        ],
        next: [
          t('confirmNote'),
          t('how1', { cap: figure(sale.user_cap, sale.scale, locale), currency: sale.currency }),
          t('how3'),
        ],
        view: { label: t('mine'), to: screenUrl('/pages/ieo/order') },
      });
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
  const whole = ({ amount: of, pay_currency, price: at }: Order) =>
    t('whole', {
      amount: figure(of, sale.scale, locale),
      currency: sale.currency,
      paid: priceFigure(costOf(of, at, scale), pay_currency, locale),
    });
  return (
    <Stack gap={2}>
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
        onChange={(chosen) => form.set({ code: chosen })}
      />
      <AmountInput
        {...field}
        label={t('amount')}
        percentages={SHARES}
        onPercent={(percent) => {
          const tokens = most(percent, available);
          if (tokens !== undefined) form.set({ amount: tokens });
        }}
        helper={
          available === undefined ? undefined : `${common('available')}: ${figure(available, scale, locale)} ${code}`
        }
        name="amount"
      />
      {price === null ? (
        <Text tone="danger">{t('noPrice')}</Text>
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
                  value={`${figure(typed === '' ? '0' : estimated(typed, sale), sale.scale, locale)}\u00a0${sale.currency}`}
                  note={t('estimateNote')}
                />
              ),
            },
            { label: t('cost'), value: priceFigure(cost ?? '0', code, locale), strong: true },
          ]}
        />
      )}
      {sale.order_limit !== null && <Text>{t('orderLimit', { limit: figure(sale.order_limit, 0, locale) })}</Text>}
      {closed !== null && <Note role="status">{closed}</Note>}
      <Button
        size="l"
        block
        disabled={price === null || !ready || available === undefined || closed !== null}
        onClick={() => {
          setRefusal(null);
          setRefused(null);
          if (price !== null) setOrder({ project_id: sale.id, amount: typed, pay_currency: code, price });
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
      {result.screen}
    </Stack>
  );
}
