import { mostNotional } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { div, formatRate } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Button, Chip, Inline, KeyValue, Sheet, Text, useLocale } from '@tessera/ui';
import { useEffect, useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { RangeSlider } from '../../ticket/slider/RangeSlider.tsx';
import type { Conditions } from './terms.ts';

type LeverageSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly at: Conditions;
  readonly value: number;
  readonly onChange: (multiple: number) => void;
};

/** The leverage of the next orders, with what it allows and how near it brings the liquidation. */
export default function LeverageSheet({ open, onClose, at, value, onChange }: LeverageSheetProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { terms, ownLimit } = at;
  const steps = terms.multiples.filter((each) => ownLimit === null || each <= ownLimit);
  const [chosen, choose] = useState(value);
  useEffect(() => {
    if (open) choose(value);
  }, [open, value]);
  const place = Math.max(0, steps.indexOf(chosen));
  const most = terms.tiers.length === 0 ? null : mostNotional(terms.tiers, chosen);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('lever.leverage.title')}
      footer={
        <Button
          block
          size="l"
          onClick={() => {
            onChange(chosen);
            onClose();
          }}
        >
          {t('lever.leverage.use', { multiple: chosen })}
        </Button>
      }
    >
      <Text tone="strong" size={28} weight="strong" align="center" below={3} above={3}>
        {chosen}×
      </Text>
      <RangeSlider
        label={t('lever.leverage.title')}
        text={`${chosen}×`}
        value={place}
        max={Math.max(0, steps.length - 1)}
        onChange={(at) => choose(steps[at] ?? chosen)}
      />
      <Inline gap={2} wrap below={3} above={3} at="stretch">
        {steps.map((each) => (
          <Chip key={each} selected={each === chosen} onClick={() => choose(each)}>
            {each}×
          </Chip>
        ))}
      </Inline>
      <KeyValue
        items={[
          ...(most === null
            ? []
            : [{ label: t('lever.leverage.most'), value: `${exactText(most, locale)} ${terms.currency}` }]),
          { label: t('lever.leverage.initial'), value: formatRate(div('1', String(chosen)), locale) },
        ]}
      />
      <Text above={3} below={3}>
        {t('lever.leverage.help')}{' '}
        <ScreenLink to={screenUrl('/pages/transaction/brakes')}>
          {ownLimit === null
            ? t('routes.brakes', { ns: 'trading' })
            : t('lever.leverage.ownLimit', { multiple: ownLimit })}
        </ScreenLink>
      </Text>
    </Sheet>
  );
}
