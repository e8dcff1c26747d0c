import {
  CALLBACK_BOUNDS,
  isStopWrong,
  type LeverTrigger,
  useAddTrigger,
  useCancelTrigger,
  useSetStops,
} from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { cmp, div, formatAmount, formatPrice, formatRate, isOnStep, mul, scaleOf } from '@tessera/money';
import { Button, KeyValue, Sheet, Stack, Tabs, Text, useLocale } from '@tessera/ui';
import { outcomeOf, shareText, Unresolved, useEntries } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { type Draft, draftValue } from '../../ticket/draft.ts';
import { NumberField } from '../../ticket/NumberField.tsx';
import { RangeSlider } from '../../ticket/slider/RangeSlider.tsx';
import type { OpenRow } from '../account/use-book.ts';
import type { StopEntry, StopField, StopUnit } from '../form/form.ts';
import { StopInput } from '../form/LeverStops.tsx';
import type { Problem } from '../form/problems.ts';
import { type Stop, stopOf } from '../form/stops.ts';
import styles from './Positions.module.css';

type StopsSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly row: OpenRow };
type Part = 'whole' | 'part' | 'trailing';
type Entered = Readonly<Record<StopField, StopEntry>> & {
  readonly part: Part;
  readonly percent: number;
  /** Of a trailing stop, in percent. */
  readonly callback: Draft;
  readonly activation: Draft;
};

const KINDS = { profit: 'take_profit', loss: 'stop_loss' } as const;
const SHARES = [25, 50, 75, 100] as const;

/** The callback of a trailing stop as a ratio; null while there is none. */
const trailingOf = (callback: Draft): string | null => {
  const distance = draftValue(callback);
  return distance === null ? null : div(distance, '100');
};

const isOutside = (trailing: string | null): boolean =>
  trailing !== null && (cmp(trailing, CALLBACK_BOUNDS.least) < 0 || cmp(trailing, CALLBACK_BOUNDS.most) > 0);

/** What to send for a stop on the whole: zero takes one away that was set, and what stays is not sent. */
function changed(before: string | null, now: Stop | null): string | undefined {
  const price = now?.price ?? '0';
  return cmp(price, before ?? '0') === 0 ? undefined : price;
}

/** Those that close a part, and trailing ones; the two on the whole are fields of the sheet. */
const listed = ({ kind, share, status }: LeverTrigger): boolean =>
  (kind === 'trailing_stop' || share !== null) && status !== 'done' && status !== 'cancelled';

/** One stop that waits, and the way to take it away. */
function Waiting({ trigger, row }: { readonly trigger: LeverTrigger; readonly row: OpenRow }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { run, busy } = useCancelTrigger({
    subject: trigger.id,
    ...outcomeOf(t('lever.stop.removed'), () => undefined),
  });
  const { kind, value, price, share } = trigger;
  const tick = row.instrument?.tick ?? '0.01';
  const name = kind === 'trailing_stop' ? 'trailing' : kind === 'take_profit' ? 'profit' : 'loss';
  const level = price === null ? '–' : formatPrice(price, tick, locale);
  return (
    <li className={styles.trigger}>
      <div>
        <strong>
          {t(`lever.stop.${name}`, { ns: 'trading' })} {kind === 'trailing_stop' ? formatRate(value, locale) : level}
        </strong>
        <Text size="inherit">
          {share === null
            ? t('lever.stop.whole')
            : t('lever.stop.lots', { lots: exactText(String(share), locale), count: share })}
          {kind === 'trailing_stop' && price !== null && ` · ${t('lever.stop.now', { price: level })}`}
        </Text>
      </div>
      <Button variant="secondary" size="s" busy={busy} onClick={() => run({ id: trigger.id })}>
        {t('lever.stop.remove')}
      </Button>
    </li>
  );
}

function problemOf(
  field: StopField,
  stop: Stop | null,
  { position, instrument, mark, liquidation }: OpenRow,
): Problem | undefined {
  if (!stop) return undefined;
  const tick = instrument?.tick ?? '0.01';
  if (!isOnStep(stop.price, tick)) return { code: 'price_off_tick', tick };
  if (mark === null) return undefined;
  const bound = position.mode === 'isolated' ? liquidation : null;
  return isStopWrong(KINDS[field], position.side, stop.price, mark, bound)
    ? { code: 'stop_wrong', stop: field }
    : undefined;
}

/** Take profit, stop loss and trailing stop of an open position: on all of it, or on a part. */
export default function StopsSheet({ open, onClose, row }: StopsSheetProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { position, instrument, mark } = row;
  const { id, side, share, open_price: entry, currency } = position;
  const tick = instrument?.tick ?? '0.01';
  const initial = (price: string | null): StopEntry => ({ by: 'price', draft: price ?? '' });
  const {
    values,
    set: enter,
    field,
  } = useEntries(
    (): Entered => ({
      part: 'whole',
      profit: initial(position.target_profit_price),
      loss: initial(position.stop_loss_price),
      percent: 50,
      callback: '',
      activation: '',
    }),
    ({ callback }) => ({ callback: isOutside(trailingOf(callback)) ? t('lever.problem.trailingRange') : null }),
  );
  const { part, percent } = values;
  const outcome = outcomeOf(t('lever.stop.set'), onClose);
  const set = useSetStops({ subject: id, ...outcome });
  const add = useAddTrigger({ subject: id, ...outcome });

  const lots = part === 'part' ? Math.max(1, Math.floor((share * percent) / 100)) : share;
  const ratio = div(String(lots), String(share));
  const protectedPart = entry !== null && {
    ...{ side, entry, tick },
    quantity: mul(mul(position.quantity, position.rate), ratio),
    margin: mul(position.margin, ratio),
  };
  const stop = (field: StopField) => (protectedPart ? stopOf(field, values[field], protectedPart) : null);
  const stops = { profit: stop('profit'), loss: stop('loss') };
  const problems = { profit: problemOf('profit', stops.profit, row), loss: problemOf('loss', stops.loss, row) };
  const change = (field: StopField) => ({
    onDraft: (draft: string) => enter({ [field]: { ...values[field], draft } }),
    onUnit: (by: StopUnit) => enter({ [field]: { by, draft: '' } }),
  });
  const choose = (next: Part) => {
    // What protects the whole stands in its fields; a part starts empty.
    const whole = next === 'whole';
    enter({
      part: next,
      profit: initial(whole ? position.target_profit_price : null),
      loss: initial(whole ? position.stop_loss_price : null),
    });
  };

  const trailing = trailingOf(values.callback);
  const wrong = problems.profit !== undefined || problems.loss !== undefined;
  const ready = {
    whole: !wrong,
    // One at a time: each is an order of its own.
    part: !wrong && (stops.profit === null) !== (stops.loss === null),
    trailing: trailing !== null && !isOutside(trailing),
  }[part];
  const busy = set.busy || add.busy;
  const unresolved = set.unresolved ?? add.unresolved;

  const send = () => {
    if (part === 'whole') {
      const profit = changed(position.target_profit_price, stops.profit);
      const loss = changed(position.stop_loss_price, stops.loss);
      if (profit === undefined && loss === undefined) return onClose();
      return set.run({ id, target_profit_price: profit, stop_loss_price: loss });
    }
    if (part === 'trailing') {
      const from = draftValue(values.activation);
      const start = from === null ? {} : { activation_price: from };
      if (trailing !== null) add.run({ id, kind: 'trailing_stop', distance: trailing, ...start });
      return;
    }
    const field = stops.profit ? 'profit' : 'loss';
    const price = stops[field]?.price;
    if (price !== undefined) add.run({ id, kind: KINDS[field], price, share: lots });
  };
  const currencyId = instrument?.legal_id ?? 0;
  const at = { terms: { quote: instrument?.quote ?? currency, currency, currencyId, tick, scale: 2 } };
  const waiting = position.triggers.filter(listed);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('lever.stop.title', { symbol: position.symbol })}
      footer={
        !unresolved && (
          <Button block size="l" busy={busy} disabled={!ready} onClick={send}>
            {t('lever.stop.save')}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={set.unresolved ? set.repeat : add.repeat}>
          {t('lever.stop.title', { symbol: position.symbol })}
        </Unresolved>
      )}
      <KeyValue
        items={[
          { label: t('lever.entryPrice'), value: entry === null ? '–' : formatPrice(entry, tick, locale) },
          { label: t('lever.markPrice'), value: mark === null ? '–' : formatPrice(mark, tick, locale) },
          {
            label: t('lever.pnl', { currency }),
            value: formatAmount(row.pnl, 2, locale, { signed: true }),
          },
        ]}
      />
      <Tabs<Part>
        label={t('lever.stop.both')}
        variant="pill"
        fill
        value={part}
        onChange={choose}
        items={[
          { id: 'whole', label: t('lever.stop.onWhole') },
          { id: 'part', label: t('lever.stop.onPart') },
          { id: 'trailing', label: t('lever.stop.trailing', { ns: 'trading' }) },
        ]}
      />
      <Stack gap={3} below={2} above={2}>
        {part === 'part' && (
          <>
            <Text size={11} tight>
              {t('lever.stop.lots', { lots: exactText(String(lots), locale), count: lots })}
            </Text>
            <RangeSlider
              label={t('lever.close.share')}
              text={shareText(percent, locale)}
              value={percent}
              min={1}
              max={100}
              onChange={(next) => enter({ percent: next })}
              stops={SHARES.map((value) => ({ value, label: shareText(value, locale) }))}
            />
          </>
        )}
        {part !== 'trailing' &&
          (['profit', 'loss'] as const).map((field) => (
            <StopInput
              key={field}
              field={field}
              entry={values[field]}
              stop={stops[field]}
              at={at}
              problem={problems[field]}
              {...change(field)}
            />
          ))}
        {part === 'trailing' && (
          <>
            <NumberField label={t('lever.stop.trailingIn')} scale={2} {...field('callback')} />
            <NumberField
              label={t('lever.stop.activationIn', { unit: at.terms.quote })}
              scale={scaleOf(tick)}
              {...field('activation')}
            />
          </>
        )}
      </Stack>
      <Text above={3} below={3}>
        {t(`lever.stop.${part}Help`)}
      </Text>
      {waiting.length > 0 && (
        <ul aria-label={t('lever.stop.waiting')}>
          {waiting.map((trigger) => (
            <Waiting key={trigger.id} trigger={trigger} row={row} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}
