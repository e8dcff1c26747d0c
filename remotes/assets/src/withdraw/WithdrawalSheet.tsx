import { useCancelWithdrawal, useWithdrawal, type Withdrawal } from '@tessera/api/withdrawals';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { KeyValue, Stack, useLocale } from '@tessera/ui';
import { AddressText, DetailSheet, Steps } from '@tessera/ui/content';
import { AskedButton, useQuestion } from '@tessera/ui/forms';

const COURSE: readonly Withdrawal['status'][] = ['requested', 'approved', 'sent', 'final'];

const ENDED: ReadonlySet<Withdrawal['status']> = new Set(['rejected', 'failed', 'cancelled']);

/** Whether no step follows. */
export const hasEnded = ({ status }: Pick<Withdrawal, 'status'>): boolean => status === 'final' || ENDED.has(status);

const blocksOf = ({ done, of }: NonNullable<Withdrawal['confirmations']>): string =>
  of === null ? `${done}` : `${done}/${of}`;

/** The steps that were taken, and those that follow while nothing ended it. */
function stepsOf({ timeline }: Withdrawal): readonly Withdrawal['status'][] {
  const taken = timeline.map(({ status }) => status);
  const last = taken.at(-1) ?? 'requested';
  const at = COURSE.indexOf(last);
  return at < 0 ? taken : COURSE;
}

/** A withdrawal with each step and its time. */
export function WithdrawalDetail({
  withdrawal,
  onDone,
}: {
  readonly withdrawal: Withdrawal;
  readonly onDone?: () => void;
}) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const question = useQuestion(t('payout.cancelled'));
  const { id, status, currency, scale, number, fee, received, network, target, way, txid } = withdrawal;
  const { confirmations, reason, timeline } = withdrawal;
  const cancel = useCancelWithdrawal({
    subject: id,
    ...question.outcomes,
    onDone() {
      question.outcomes.onDone();
      onDone?.();
    },
  });
  const unit = (value: string) => `${formatAmount(value, scale, locale, { zeros: 'trimmed' })} ${currency}`;
  const steps = stepsOf(withdrawal);
  return (
    <Stack gap={3}>
      <Steps
        label={t('payout.history')}
        // A request waits in its review; each other step is done once it is told.
        current={status === 'requested' ? 0 : timeline.length}
        steps={steps.map((each) => {
          const at = timeline.find((step) => step.status === each)?.at;
          return {
            title: t(`payout.status_${each}`),
            note: at === undefined ? undefined : formatDateTime(at, locale),
            failed: ENDED.has(each),
          };
        })}
      />
      <KeyValue
        items={[
          {
            label: t('payout.to'),
            value: way === 'address' ? <AddressText value={target} /> : `•••• ${target}`,
          },
          { label: t('deposit.network'), value: network },
          { label: t('payout.amount'), value: unit(number) },
          { label: common('fee'), value: unit(fee) },
          // What ended without a payout brings nothing.
          ...(ENDED.has(status) ? [] : [{ label: t('payout.received'), value: unit(received), strong: true }]),
          ...(txid === null ? [] : [{ label: t('payout.txid'), value: <AddressText value={txid} /> }]),
          ...(confirmations === null ? [] : [{ label: t('deposit.confirmations'), value: blocksOf(confirmations) }]),
          ...(reason === null ? [] : [{ label: t('payout.reason'), value: reason }]),
        ]}
      />
      {status === 'requested' && (
        <AskedButton
          question={question}
          command={cancel}
          label={t('payout.cancel')}
          button={{ block: true }}
          title={t('payout.cancelAsk')}
          confirmLabel={t('payout.cancel')}
          tone="danger"
          onConfirm={() => cancel.run({ id })}
        >
          {t('payout.cancelHelp')}
        </AskedButton>
      )}
    </Stack>
  );
}

type Props = { readonly withdrawal: Withdrawal | null; readonly onClose: () => void };

/** One withdrawal with each step and its time; it follows the decisions of staff while it is open. */
export function WithdrawalSheet({ withdrawal, onClose }: Props) {
  const t = useTexts('assets');
  const { data } = useWithdrawal(withdrawal && { id: withdrawal.id });
  const shown = data ?? withdrawal;
  return (
    <DetailSheet open={withdrawal !== null} onClose={onClose} title={t('payout.details')}>
      {shown && <WithdrawalDetail withdrawal={shown} onDone={onClose} />}
    </DetailSheet>
  );
}
