import { type Alert, useChangeAlert, useSetAlert } from '@tessera/api/alerts';
import { partsOf } from '@tessera/api/instruments';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp, scaleOf } from '@tessera/money';
import { useQuote } from '@tessera/realtime';
import { Button, ChipGroup, Sheet, Stack, showToast, Text, useLocale } from '@tessera/ui';
import { Checkbox, SegmentedControl, Unresolved, useEntries } from '@tessera/ui/forms';
import { exactText } from '../market/exact-text.ts';
import { useInstrument } from '../market/instrument/instruments.ts';
import { type Draft, draftValue, withoutZeros } from '../ticket/draft.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { directionTo } from './direction-to.ts';

const PAUSES = [5, 60, 240, 1_440] as const;
const CHANGE_DIGITS = 2;

export type AlertFormProps = {
  readonly symbol: string;
  /** The alert that is changed; null for a new one. */
  readonly alert: Alert | null;
  /** What a new one starts with. */
  readonly price?: string;
  readonly onClose: () => void;
};

type Entered = Pick<Alert, 'kind' | 'direction' | 'repeats'> & {
  readonly level: Draft;
  /** Minutes. */
  readonly pause: number;
};

/** Sets an alert, or changes one. The direction of a price follows from where the market is. */
export default function AlertForm({ symbol, alert, price = '', onClose }: AlertFormProps) {
  const t = useTexts('trading/alerts');
  const locale = useLocale();
  const { quote } = partsOf(symbol);
  const { instrument } = useInstrument(symbol);
  const last = useQuote(symbol)?.last ?? instrument?.latest?.last ?? null;
  const { values, set, field } = useEntries(
    (): Entered => ({
      kind: alert?.kind ?? 'price',
      direction: alert?.direction ?? 'above',
      level: alert ? alert.level.replace('-', '') : price,
      repeats: alert?.repeats ?? false,
      pause: alert?.pause_minutes ?? 60,
    }),
  );
  const { kind, direction, level, repeats, pause } = values;
  const outcome = {
    onDone() {
      showToast(t('saved'), 'success');
      onClose();
    },
    onRejected: (error: unknown) => showToast(problemText(error), 'error'),
  };
  const setting = useSetAlert({ subject: symbol, ...outcome });
  const changing = useChangeAlert({ subject: alert?.id ?? 'new', ...outcome });
  const { busy, unresolved, repeat } = alert ? changing : setting;
  const value = draftValue(level);
  const save = () => {
    if (value === null) return;
    const size = withoutZeros(value);
    const terms =
      kind === 'price'
        ? {
            kind,
            level: size,
            direction: directionTo(size, last),
          }
        : { kind, level: direction === 'below' ? `-${size}` : size, direction };
    const all = { ...terms, repeats, pause_minutes: pause };
    if (alert) changing.run({ id: alert.id, ...all });
    else setting.run({ symbol, ...all });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('title', { symbol })}
      footer={
        !unresolved && (
          <Button block size="l" busy={busy} disabled={value === null || cmp(value, '0') === 0} onClick={save}>
            {t('save')}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t('title', { symbol })}
        </Unresolved>
      )}
      <Stack gap={3}>
        <SegmentedControl<Alert['kind']>
          label={t('kind')}
          value={kind}
          onChange={(next) => set({ kind: next, level: '' })}
          options={[
            { value: 'price', label: t('price') },
            { value: 'change', label: t('change') },
          ]}
        />
        {kind === 'change' && (
          <ChipGroup<Alert['direction']>
            label={t('direction')}
            value={direction}
            onChange={(next) => set({ direction: next })}
            options={[
              { value: 'above', label: t('up') },
              { value: 'below', label: t('down') },
            ]}
          />
        )}
        <NumberField
          name="level"
          label={kind === 'price' ? t('priceIn', { unit: quote }) : t('changeIn')}
          scale={kind === 'price' ? scaleOf(instrument?.tick ?? '0.01') : CHANGE_DIGITS}
          {...field('level')}
        />
        {kind === 'price' && last !== null && <Text>{t('now', { price: `${exactText(last, locale)} ${quote}` })}</Text>}
        <Checkbox checked={repeats} onChange={(next) => set({ repeats: next })}>
          {t('repeats')}
        </Checkbox>
        {repeats && (
          <>
            <Text>{t('pause')}</Text>
            <ChipGroup
              label={t('pause')}
              value={String(pause)}
              onChange={(minutes) => set({ pause: Number(minutes) })}
              options={PAUSES.map((minutes) => ({ value: String(minutes), label: t(`pauses.${minutes}`) }))}
            />
          </>
        )}
      </Stack>
    </Sheet>
  );
}
