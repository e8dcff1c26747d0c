import { fixedInterest, penaltyOf, useBuyShares } from '@tessera/api/invest';
import { text, useTexts } from '@tessera/i18n';
import { add, formatDayTime, mul, stepsIn } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { Changed, Switch } from '@tessera/ui/forms';
import { PurchaseForm } from '@tessera/ui/purchase';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import type { DepositFormProps } from './deposit-form.ts';
import { fixedPurchase } from './purchases.ts';
import { useInvestTexts } from './use-invest-texts.ts';

const DAY = 86_400_000;

/** An amount, what it is paid at the end of the term, and the button that puts it in. */
export function FixedForm({ product, form, onMoved }: DepositFormProps) {
  const t = useTexts('finance/invest');
  const common = useTexts('finance');
  const locale = useLocale();
  const texts = useInvestTexts();
  /** The terms that the page opened with, or that were refused last. */
  const [seen, setSeen] = useState(product);
  const result = useResult();
  const [renew, setRenew] = useState(false);
  const { id, name, currency_id, share_size, status } = product;
  const step = texts.amount(share_size, product);
  const rateOf = ({ annual_rate }: Pick<typeof product, 'annual_rate'>) =>
    common('apr', { rate: texts.rate(annual_rate) });
  /** What comes until it ends. */
  const stepsOf = (
    put: string,
    end: number,
    renewed: boolean,
    of: Pick<typeof product, 'currency' | 'scale' | 'penalty_ratio'>,
  ) => [
    t('when.early', { time: texts.time(end), penalty: texts.rate(of.penalty_ratio) }),
    t(renewed ? 'when.renewed' : 'when.end', { time: texts.time(end), amount: texts.amount(put, of) }),
  ];
  const purchase = fixedPurchase.usePurchase({
    offer: product,
    form,
    spending: { limited: false },
    closed: status === 'open' ? null : t(`why.${status}`),
    wording: ({ code }) => (code === 'field_not_on_step' ? text('common:ui.notOnStep', { value: step }) : undefined),
    command: useBuyShares,
    subject: String(id),
    toInput: ({ offer, entered: { amount } }, { key }) => ({
      id,
      num: stepsIn(amount || '0', offer.share_size) ?? 0,
      version: offer.version,
      renew,
      key,
    }),
    onDone(order) {
      const interest = fixedInterest(order.amount, order.annual_rate, order.days ?? 0, order.scale);
      result.show({
        title: t('form.done', { amount: texts.amount(order.amount, order) }),
        items: [
          { label: t('rate.title'), value: rateOf(order) },
          { label: t('form.interest'), value: texts.amount(interest, order) },
          { label: t('form.back'), value: texts.amount(add(order.amount, interest), order), strong: true },
        ],
        next: stepsOf(order.amount, order.matures_at ?? 0, order.renew, order),
        view: { label: common('routes.invest.mine'), to: screenUrl('/pages/invest/mine') },
      });
    },
    onMoved({ offer }) {
      setSeen(offer);
      onMoved();
    },
  });
  const { amount, values, unresolved, asked } = purchase;
  const empty = values.amount === '';
  const terms = asked?.offer ?? product;
  const end = serverNow() + (terms.days ?? 0) * DAY;
  const value = texts.amount(amount, terms);
  const interest = fixedInterest(amount, terms.annual_rate, terms.days ?? 0, terms.scale);
  const penalty = texts.rate(terms.penalty_ratio);
  const yields = [
    { label: t('form.interest'), value: empty ? '–' : texts.amount(interest, terms) },
    { label: t('form.back'), value: empty ? '–' : texts.amount(add(amount, interest), terms), strong: true },
  ];
  return (
    <PurchaseForm
      purchase={purchase}
      title={t('form.title')}
      unresolved={unresolved && `${name} · ${texts.amount(mul(share_size, String(unresolved.num)), product)}`}
      amount={{ label: t('form.amount'), step: share_size }}
      items={[
        ...yields,
        { label: common('coin.matures'), value: formatDayTime(end, locale) },
        {
          label: t('product.penalty'),
          value: empty
            ? penalty
            : `${penalty} · ${texts.amount(penaltyOf(amount, terms.penalty_ratio, terms.scale), terms)}`,
        },
      ]}
      action={empty ? t('product.buy') : t('form.buy', { amount: value })}
      currencyId={currency_id}
      confirmed={{
        title: name,
        items: [
          { label: t('rate.title'), value: rateOf(terms), strong: true },
          { label: t('form.amount'), value, strong: true },
          ...yields,
        ],
        steps: [t('when.now', { amount: value }), ...stepsOf(amount, end, renew, terms)],
        risk: t('loss.fixed'),
      }}
    >
      <Changed
        figures={[
          { label: t('rate.title'), before: rateOf(seen), now: rateOf(product) },
          { label: t('product.share'), before: texts.amount(seen.share_size, seen), now: step },
          {
            label: t('product.penalty'),
            before: texts.rate(seen.penalty_ratio),
            now: texts.rate(product.penalty_ratio),
          },
        ]}
      />
      <Switch label={common('renew.title')} note={common('renew.text')} checked={renew} onChange={setRenew} />
      {result.screen}
    </PurchaseForm>
  );
}
