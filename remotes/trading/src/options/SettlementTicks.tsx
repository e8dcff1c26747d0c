import type { OptionResult } from '@tessera/api/options';
import { useTexts } from '@tessera/i18n';
import { formatClock } from '@tessera/money';
import { Text, useLocale } from '@tessera/ui';
import styles from './Options.module.css';
import { useOptionTexts } from './use-option-texts.ts';

type SettlementTicksProps = {
  readonly ticks: OptionResult['ticks'];
  readonly tick: string;
  /** Below the title of a sheet by default. */
  readonly heading?: 'h2' | 'h3';
};

/** The prices of a settlement with their numbers; those that do not count are struck out. */
export function SettlementTicks({ ticks, tick, heading: Heading = 'h3' }: SettlementTicksProps) {
  const t = useTexts('trading/options');
  const locale = useLocale();
  const texts = useOptionTexts();
  return (
    <section>
      <Heading className={styles.heading}>{t('option.ticks')}</Heading>
      <Text>{texts.ticksHelp}</Text>
      <ol className={styles.ticks} aria-label={t('option.ticks')}>
        {ticks.map(({ number, price, at, counts }) => (
          <li key={number} data-counts={counts}>
            <Text as="span" weight="normal">
              {number}
            </Text>
            <Text as="span" weight="normal">
              {formatClock(at, locale)}
            </Text>
            <span>{counts ? texts.price(price, tick) : <s>{texts.price(price, tick)}</s>}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
