import type { BrakesContract, BrakesState } from '@tessera/api/brakes';
import type { Input } from '@tessera/api/kit';
import { cmp } from '@tessera/money';
import { draftValue } from '../../ticket/draft.ts';

export type BrakeChange = Input<BrakesContract['POST /brakes']>;

/** What is entered for the limits; an empty field is no limit. */
export type BrakeDrafts = {
  readonly dailyLoss: string;
  readonly multiple: string;
  readonly losses: string;
  readonly minutes: string;
};

export const draftsOf = ({ daily_loss, max_multiple, cool_off }: BrakesState): BrakeDrafts => ({
  dailyLoss: daily_loss.value ?? '',
  multiple: String(max_multiple.value ?? ''),
  losses: String(cool_off.value?.losses ?? ''),
  minutes: String(cool_off.value?.minutes ?? ''),
});

const wholeOf = (draft: string): number => Number(draftValue(draft) ?? '0');

/** A cool-off needs both: how many losses, and for how long. */
export const isHalf = ({ losses, minutes }: BrakeDrafts): boolean => wholeOf(losses) > 0 !== wholeOf(minutes) > 0;

/** What to send: only what differs from what holds; null where nothing does. */
export function changeOf(drafts: BrakeDrafts, state: BrakesState): BrakeChange | null {
  const dailyLoss = draftValue(drafts.dailyLoss) ?? '0';
  const multiple = wholeOf(drafts.multiple);
  const losses = wholeOf(drafts.losses);
  const minutes = wholeOf(drafts.minutes);
  const { value: off } = state.cool_off;
  const change: BrakeChange = {
    ...(cmp(dailyLoss, state.daily_loss.value ?? '0') !== 0 && { daily_loss: dailyLoss }),
    ...(multiple !== (state.max_multiple.value ?? 0) && { max_multiple: multiple }),
    ...((losses !== (off?.losses ?? 0) || (losses > 0 && minutes !== off?.minutes)) && {
      cool_off_losses: losses,
      ...(losses > 0 && { cool_off_minutes: minutes }),
    }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

/** Whether a change makes some limit looser, which takes effect a day later. */
export function isLooser(change: BrakeChange, { daily_loss, max_multiple, cool_off }: BrakesState): boolean {
  const { daily_loss: loss, max_multiple: multiple, cool_off_losses: losses, cool_off_minutes: minutes = 0 } = change;
  const freer = (next: string, held: string | null) => held !== null && (cmp(next, '0') === 0 || cmp(next, held) > 0);
  if (loss !== undefined && freer(loss, daily_loss.value)) return true;
  if (
    multiple !== undefined &&
    freer(String(multiple), max_multiple.value === null ? null : String(max_multiple.value))
  )
    return true;
  const off = cool_off.value;
  return losses !== undefined && off !== null && (losses === 0 || losses > off.losses || minutes < off.minutes);
}
