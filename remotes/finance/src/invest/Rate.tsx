import { dayRateOf, type InvestProduct } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { Explained } from '@tessera/ui/content';
import styles from '../Product.module.css';
import { useInvestTexts } from './use-invest-texts.ts';

type Rated = Pick<InvestProduct, 'section' | 'side' | 'annual_rate' | 'days'>;

/** The rate of a product a year; a tap explains it a day and for the term, and what can be lost. */
export function Rate({ product: { section, side, annual_rate, days } }: { readonly product: Rated }) {
  const t = useTexts('finance/invest');
  const common = useTexts('finance');
  const texts = useInvestTexts();
  const kind = side ?? (section === 'blockchain' ? 'sell_high' : section);
  const year = texts.rate(annual_rate);
  return (
    <Explained
      className={styles.rate}
      title={t('rate.title')}
      value={common('apr', { rate: year })}
      entries={[
        { label: t('rate.day'), value: texts.dayRate(dayRateOf(annual_rate)) },
        { label: t('rate.year'), value: year, strong: true },
        ...(days === null ? [] : [{ label: t('product.term'), value: texts.days(days) }]),
      ]}
      formula={[
        t(days === null ? 'rate.daily' : 'rate.term'),
        `${year} / 365 = ${texts.dayRate(dayRateOf(annual_rate))}`,
      ]}
      note={t(`loss.${kind}`)}
    />
  );
}
