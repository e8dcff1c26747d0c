import { mediaTypes, nftSorts, nftStatuses, rarities, saleTypes, useNftCurrencies } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { cmp } from '@tessera/money';
import { Button, ChipGroup, Sheet, Span, Stack } from '@tessera/ui';
import { AmountInput, useEntries } from '@tessera/ui/forms';
import { type Filters, NO_FILTERS } from './filters.ts';
import styles from './Works.module.css';

export type FilterSheetProps = {
  readonly filters: Filters;
  /** Boxes have a tab of their own: the kind of sale is settled. */
  readonly boxes: boolean;
  readonly onApply: (filters: Filters) => void;
  readonly onClose: () => void;
};

const ALL = 'all';

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value | null;
  readonly nameOf: (value: Value) => string;
  readonly all: string;
  readonly onChange: (value: Value | null) => void;
};

/** One of several, or all. */
function Choice<Value extends string>({ label, values, value, nameOf, all, onChange }: ChoiceProps<Value>) {
  return (
    <Stack gap={2}>
      <Span tone="strong" weight="strong" aria-hidden="true">
        {label}
      </Span>
      <ChipGroup<Value | typeof ALL>
        label={label}
        wrap
        value={value ?? ALL}
        onChange={(next) => onChange(next === ALL ? null : (next as Value))}
        options={[{ value: ALL, label: all }, ...values.map((each) => ({ value: each, label: nameOf(each) }))]}
      />
    </Stack>
  );
}

/** Order and filters of a grid; they apply together. */
export default function FilterSheet({ filters, boxes, onApply, onClose }: FilterSheetProps) {
  const t = useTexts('nft');
  const {
    values: draft,
    set,
    field,
    valid,
  } = useEntries<Filters>(
    () => filters,
    ({ price_min: from, price_max: to }) => ({
      price_max: from !== '' && to !== '' && cmp(from, to) > 0 ? t('filter.reversed') : null,
    }),
  );
  const currencies = useNftCurrencies();
  const list = currencies.data?.list ?? [];
  const unit = draft.currency ?? 'USDT';
  const scale = list.find(({ currency }) => currency === unit)?.scale ?? 6;
  const all = t('filter.all');
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('filter.title')}
      tall
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" block onClick={() => set(NO_FILTERS)}>
            {t('filter.reset')}
          </Button>
          <Button block disabled={!valid} onClick={() => onApply(draft)}>
            {t('filter.apply')}
          </Button>
        </div>
      }
    >
      <Stack gap={5}>
        <Stack gap={2}>
          <Span tone="strong" weight="strong" aria-hidden="true">
            {t('filter.sort')}
          </Span>
          <ChipGroup
            label={t('filter.sort')}
            wrap
            value={draft.sort}
            onChange={(sort) => set({ sort })}
            options={nftSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          />
        </Stack>
        {!boxes && (
          <Choice
            label={t('filter.sale')}
            values={saleTypes}
            value={draft.sale_type}
            nameOf={(value) => t(`saleType.${value}`)}
            all={all}
            onChange={(sale_type) => set({ sale_type })}
          />
        )}
        <Choice
          label={t('filter.state')}
          values={nftStatuses}
          value={draft.status}
          nameOf={(value) => t(`status.${value}`)}
          all={all}
          onChange={(status) => set({ status })}
        />
        <Choice
          label={t('filter.rarity')}
          values={rarities}
          value={draft.rarity}
          nameOf={(value) => t(`rarity.${value}`)}
          all={all}
          onChange={(rarity) => set({ rarity })}
        />
        <Choice
          label={t('filter.kind')}
          values={mediaTypes}
          value={draft.type}
          nameOf={(value) => t(`type.${value}`)}
          all={all}
          onChange={(type) => set({ type })}
        />
        <Choice
          label={t('filter.currency')}
          values={list.map(({ currency }) => currency)}
          value={draft.currency}
          nameOf={(value) => value}
          all={all}
          onChange={(currency) => set({ currency })}
        />
        <div className={styles.range}>
          <AmountInput label={t('filter.from')} unit={unit} scale={scale} {...field('price_min')} />
          <AmountInput label={t('filter.to')} unit={unit} scale={scale} {...field('price_max')} />
        </div>
      </Stack>
    </Sheet>
  );
}
