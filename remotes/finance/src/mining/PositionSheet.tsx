import { daysOver, type MiningOrder, redemptionOf, useRedeem, useRenewal } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { KeyValue, Stack } from '@tessera/ui';
import { DetailSheet } from '@tessera/ui/content';
import { AskedButton, Switch, useQuestion } from '@tessera/ui/forms';
import type { Result } from '@tessera/ui/result';
import { DayTable } from './DayTable.tsx';
import { EarlyFigures } from './Early.tsx';
import { useMiningTexts } from './use-mining-texts.ts';

type PositionSheetProps = {
  readonly order: MiningOrder;
  readonly open: boolean;
  readonly onClose: () => void;
  /** It was redeemed: the sheet closes, and this is shown. */
  readonly onRedeemed: (result: Result) => void;
};

/** A position with its payments, its renewal and its early redemption. */
export function PositionSheet({ order, open, onClose, onRedeemed }: PositionSheetProps) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const question = useQuestion();
  const redeem = useRedeem({
    subject: order.id,
    ...question.outcomes,
    onDone(done) {
      onClose();
      const { receives } = redemptionOf(terms, done.paid_days);
      onRedeemed({
        title: t('redeem.done', { amount: texts.amount(done.status === 'redeemed' ? done.amount : receives, done) }),
        items: [
          { label: t('lock.amount'), value: texts.amount(done.amount, done) },
          ...(done.penalty === null ? [] : [{ label: t('product.penalty'), value: texts.amount(done.penalty, done) }]),
          { label: t('position.paid'), value: texts.amount(done.interest_paid, done) },
        ],
      });
    },
  });
  const renewal = useRenewal({ subject: order.id });
  const { amount, day_rates, scale, currency, penalty_ratio, created_at, expires_at, paid_days, status } = order;
  const terms = { amount, rates: day_rates, scale, currency, penaltyRatio: penalty_ratio };
  const over = daysOver(created_at, day_rates.length, serverNow());
  const running = status === 'in_progress';
  return (
    <DetailSheet open={open} onClose={onClose} title={order.name}>
      <Stack gap={4} below={8}>
        <KeyValue
          items={[
            { label: t('lock.amount'), value: texts.amount(amount, order), strong: true },
            {
              label: t('position.paid'),
              value: t('position.paidOf', {
                paid: texts.amount(order.interest_paid, order),
                total: texts.amount(order.interest_total, order),
              }),
            },
            { label: t('position.began'), value: texts.time(created_at) },
            { label: t('position.ends'), value: texts.time(expires_at) },
            ...(order.penalty === null
              ? []
              : [{ label: t('product.penalty'), value: texts.amount(order.penalty, order) }]),
          ]}
        />
        <DayTable terms={terms} position={{ startedAt: created_at, paidDays: paid_days }} />
        {running && (
          <>
            <Switch
              label={t('renew.title')}
              note={t('renew.text')}
              checked={order.renew}
              disabled={renewal.busy}
              onChange={(renew) => renewal.run({ id: order.id, renew })}
            />
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
              <p>{t('early.ask')}</p>
              <EarlyFigures terms={terms} over={over} />
            </AskedButton>
          </>
        )}
      </Stack>
    </DetailSheet>
  );
}
