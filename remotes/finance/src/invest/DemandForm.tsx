import { dayInterest, fixedInterest, type InvestProduct, useBuyDemand } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { Button, useLocale } from '@tessera/ui';
import { Changed } from '@tessera/ui/forms';
import { PurchaseForm } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import type { DepositFormProps } from './deposit-form.ts';
import { demandPurchase } from './purchases.ts';
import { useInvestTexts } from './use-invest-texts.ts';

const MONTH = 30;
const DAY = 86_400_000;

/** When the first interest comes, Unix ms: after the next whole day in UTC. */
const firstInterestAt = (now: number): number => (Math.floor(now / DAY) + 2) * DAY;

/** An amount, what a day and a month of it pay, and the button that puts it in. */
export function DemandForm({ product, form, onMoved }: DepositFormProps) {
  const t = useTexts('finance/invest');
  const common = useTexts('finance');
  const locale = useLocale();
  const texts = useInvestTexts();
  /** The terms that the sheet opened with; it follows them, and says which are others by now. */
  const [seen, setSeen] = useState(product);
  const result = useResult();
  const { id, version, name, currency_id, scale, annual_rate } = product;
  const yieldsOf = (put: string) => [
    { label: t('form.day'), value: texts.amount(dayInterest(put, annual_rate, scale), product) },
    { label: t('form.month'), value: texts.amount(fixedInterest(put, annual_rate, MONTH, scale), product) },
  ];
  const first = () => ({ label: common('coin.first'), value: formatDayTime(firstInterestAt(serverNow()), locale) });
  const mine = { label: t('demand.mine'), to: screenUrl('/pages/fund/demandDeposit', { id }) };
  const purchase = demandPurchase.usePurchase({
    offer: product,
    form,
    spending: { limited: false },
    closed: product.status === 'open' ? null : t(`why.${product.status}`),
    command: useBuyDemand,
    subject: String(id),
    // What the sheet shows follows the terms, and so does what is bought.
    toInput: ({ entered }, { key }) => ({ id, num: entered.amount, version, key }),
    onMoved,
    // What was put in: the order holds what was there before too.
    onDone: (order, { num }) =>
      result.show({
        title: t('form.done', { amount: texts.amount(num, order) }),
        items: [{ label: t('rate.title'), value: rateOf(product) }, ...yieldsOf(num), first()],
        next: [t('when.first'), t('when.any')],
        view: mine,
      }),
  });
  const { amount, values, unresolved } = purchase;
  const value = texts.amount(amount, product);
  const rateOf = (terms: InvestProduct) => common('apr', { rate: texts.rate(terms.annual_rate) });
  const leastOf = (terms: InvestProduct) => texts.amount(demandPurchase.terms(terms, values).min ?? '0', terms);
  const changes = (
    <Changed
      figures={[
        { label: t('rate.title'), before: rateOf(seen), now: rateOf(product) },
        { label: t('product.min'), before: leastOf(seen), now: leastOf(product) },
      ]}
    />
  );
  const yields = yieldsOf(amount);
  return (
    <PurchaseForm
      purchase={{
        ...purchase,
        submit() {
          if (purchase.ready) setSeen(product);
          purchase.submit();
        },
      }}
      title={t('form.title')}
      unresolved={unresolved && `${name} · ${texts.amount(unresolved.num, product)}`}
      amount={{ label: t('form.amount') }}
      items={[...yields, first()]}
      action={values.amount === '' ? t('product.buy') : t('form.buy', { amount: value })}
      currencyId={currency_id}
      confirmed={{
        title: name,
        items: [
          { label: t('rate.title'), value: rateOf(product), strong: true },
          { label: t('form.amount'), value, strong: true },
          ...yields,
        ],
        changes,
        decision: version,
        steps: [t('when.now', { amount: value }), t('when.first'), t('when.any')],
        risk: t('loss.demand'),
      }}
      further={
        <Button block variant="secondary" to={mine.to}>
          {mine.label}
        </Button>
      }
    >
      {!purchase.sheet.open && changes}
      {result.screen}
    </PurchaseForm>
  );
}
