import { fixedInterest, type InvestOrder, penaltyOf, useRedeem, useRenewal } from '@tessera/api/invest';
import { text, useTexts } from '@tessera/i18n';
import { sub } from '@tessera/money';
import { KeyValue, Stack, Text } from '@tessera/ui';
import { DetailSheet } from '@tessera/ui/content';
import { AskedButton, Switch, useQuestion } from '@tessera/ui/forms';
import type { Result } from '@tessera/ui/result';
import { useInvestTexts } from './use-invest-texts.ts';
import { Verification } from './Verification.tsx';

type PositionSheetProps = {
  readonly order: InvestOrder;
  readonly onClose: () => void;
  /** It was redeemed: the sheet closes, and this is shown. */
  readonly onRedeemed: (result: Result) => void;
};

/** An investment with its result and how to verify it, or its renewal and its early redemption. */
export function PositionSheet({ order, onClose, onRedeemed }: PositionSheetProps) {
  const t = useTexts('finance/invest');
  const common = useTexts('finance');
  const texts = useInvestTexts();
  const renewal = useRenewal({ subject: order.id });
  const question = useQuestion();
  const redeem = useRedeem({
    subject: order.id,
    ...question.outcomes,
    onDone(done) {
      onClose();
      onRedeemed({
        title: t('redeem.done', { amount: texts.amount(done.paid ?? done.amount, done) }),
        items: [
          { label: t('form.amount'), value: texts.amount(done.amount, done) },
          ...(done.penalty === null ? [] : [{ label: t('redeem.penalty'), value: texts.amount(done.penalty, done) }]),
          { label: t('redeem.to'), value: text('common:account.change') },
        ],
      });
    },
  });
  const { amount, scale, section, paid, paid_currency, status, price, settlement_price } = order;
  const penalty = penaltyOf(amount, order.penalty_ratio, scale);
  const interest = fixedInterest(amount, order.annual_rate, order.days ?? 0, scale);
  const paidScale = paid_currency === order.other_currency ? (order.other_scale ?? scale) : scale;
  return (
    <DetailSheet open onClose={onClose} title={order.name}>
      <Stack gap={4} below={8}>
        <KeyValue
          items={[
            { label: t('form.amount'), value: texts.amount(amount, order), strong: true },
            { label: t('rate.year'), value: texts.rate(order.annual_rate) },
            ...(price === null ? [] : [{ label: t('product.pegged'), value: texts.price(price, order) }]),
            ...(order.matures_at === null
              ? []
              : [{ label: t('product.matures'), value: texts.time(order.matures_at) }]),
            ...(settlement_price === null
              ? []
              : [
                  { label: t('result.price'), value: texts.exact(settlement_price, order) },
                  { label: t('result.prices'), value: texts.count(order.settlement_ticks ?? 0) },
                ]),
            ...(order.penalty === null
              ? []
              : [{ label: t('redeem.penalty'), value: texts.amount(order.penalty, order) }]),
            ...(paid === null || paid_currency === null
              ? []
              : [
                  {
                    label: t('result.paid'),
                    value: texts.amount(paid, { currency: paid_currency, scale: paidScale }),
                    strong: true,
                  },
                ]),
          ]}
        />
        <Text tone="normal" size={14}>
          {t(`explain.${status}`)}
        </Text>
        {price !== null && (status === 'completed' || status === 'failed') && <Verification id={order.id} />}
        {section === 'fixed' && status === 'purchased' && (
          <Switch
            label={common('renew.title')}
            note={common('renew.text')}
            checked={order.renew}
            disabled={renewal.busy}
            onChange={(renew) => renewal.run({ id: order.id, renew })}
          />
        )}
        {section === 'fixed' && status === 'purchased' && (
          <AskedButton
            question={question}
            command={redeem}
            label={t('redeem.button')}
            button={{ block: true }}
            title={t('redeem.title')}
            confirmLabel={t('redeem.confirm')}
            tone="danger"
            onConfirm={() => redeem.run({ id: order.id })}
          >
            <KeyValue
              items={[
                { label: t('redeem.penalty'), value: texts.amount(penalty, order) },
                { label: t('redeem.forgone'), value: texts.amount(interest, order) },
                { label: t('redeem.back'), value: texts.amount(sub(amount, penalty), order), strong: true },
              ]}
            />
          </AskedButton>
        )}
      </Stack>
    </DetailSheet>
  );
}
