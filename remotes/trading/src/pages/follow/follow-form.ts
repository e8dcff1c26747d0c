import type { Follow, FollowTerms } from '@tessera/api/copytrading';
import { type CopyType, copyLots, followLimits } from '@tessera/api/copytrading/rules';
import { ruleText } from '@tessera/i18n';
import { cmp, type DecimalString, div, isOnStep, mul } from '@tessera/money';
import type { Faults } from '@tessera/ui/forms';

/** Fields as the user filled them in; slippage and the cost of a day in per cent. */
export type FollowDraft = {
  readonly type: CopyType;
  readonly number: DecimalString | '';
  readonly amount: DecimalString | '';
  readonly slippage: DecimalString | '';
  readonly dayCost: DecimalString | '';
  readonly stopLoss: DecimalString | '';
  readonly agreed: boolean;
};

const asPercent = (ratio: DecimalString): DecimalString => mul(ratio, '100');

/** What the form begins with: the follow that is changed, or careful terms. */
export const draftOf = (follow: Follow | undefined): FollowDraft => ({
  type: follow?.type ?? 'multiple',
  number: follow?.number ?? '1',
  amount: follow?.max_amount ?? '',
  slippage: asPercent(follow?.slippage ?? followLimits.slippage.default),
  dayCost: asPercent(follow?.day_cost ?? followLimits.dayCost.default),
  stopLoss: follow?.stop_loss ?? '',
  agreed: follow !== undefined,
});

/** Lots of a copy of ten of the trader's. */
export const EXAMPLE_LOTS = 10;
export const exampleCopy = ({ type, number }: FollowDraft): number =>
  number === '' ? 0 : copyLots({ type, number }, EXAMPLE_LOTS);

const within = (value: DecimalString | '', { min, max }: { readonly min: string; readonly max: string }): boolean =>
  value !== '' && cmp(value, min) >= 0 && cmp(value, max) <= 0;

/** What is above its bound; what is below one says so itself once its field is left. */
export function followFaults(draft: FollowDraft, shown: (value: DecimalString) => string): Faults<FollowDraft> {
  const above = (value: DecimalString | '', max: DecimalString) =>
    value !== '' && cmp(value, max) > 0 ? ruleText({ code: 'field_too_large', params: { max: shown(max) } }) : null;
  return {
    number: above(draft.number, followLimits[draft.type].max),
    amount: above(draft.amount, followLimits.amount.max),
    slippage: above(draft.slippage, asPercent(followLimits.slippage.max)),
    dayCost: above(draft.dayCost, asPercent(followLimits.dayCost.max)),
  };
}

/** Whether all fields are filled in within their bounds. */
export function isComplete({ type, number, amount, slippage, dayCost, stopLoss, agreed }: FollowDraft): boolean {
  const percents = (name: 'slippage' | 'dayCost') => ({
    min: asPercent(followLimits[name].min),
    max: asPercent(followLimits[name].max),
  });
  if (!within(number, followLimits[type]) || !within(amount, followLimits.amount)) return false;
  if (type === 'lots' && (number === '' || !isOnStep(number, '1'))) return false;
  if (!within(slippage, percents('slippage')) || !within(dayCost, percents('dayCost'))) return false;
  return (stopLoss === '' || cmp(stopLoss, '0') > 0) && agreed;
}

/** The input of the call. */
export const termsOf = (draft: FollowDraft, traderId: string, follow: Follow | undefined): FollowTerms => ({
  trader_user_id: traderId,
  type: draft.type,
  number: draft.number,
  amount: draft.amount,
  stop_loss: draft.stopLoss === '' ? undefined : draft.stopLoss,
  slippage: draft.slippage === '' ? undefined : div(draft.slippage, '100'),
  day_cost: draft.dayCost === '' ? undefined : div(draft.dayCost, '100'),
  agreement: draft.agreed,
  follow_user_id: follow?.id,
});
