import { ratesOf } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { Explained } from '@tessera/ui/content';
import styles from '../Product.module.css';
import { useMiningTexts } from './use-mining-texts.ts';

type RatesProps = { readonly dayRates: readonly string[]; readonly currency: string };

/** What a product pays a year; a tap explains it by its days, and says what can be lost. */
export function Rates({ dayRates, currency }: RatesProps) {
  const t = useTexts('finance/mining');
  const common = useTexts('finance');
  const texts = useMiningTexts();
  const { low, high, day, year } = ratesOf(dayRates);
  return (
    <Explained
      className={styles.rate}
      title={t('rate.title')}
      value={common('apr', { rate: texts.rate(year) })}
      entries={[
        { label: t('rate.low'), value: texts.dayRate(low) },
        { label: t('rate.high'), value: texts.dayRate(high) },
        { label: t('rate.mean'), value: texts.dayRate(day) },
        { label: t('rate.year'), value: texts.rate(year), strong: true },
      ]}
      formula={[t('rate.formula'), t('rate.yearFormula'), `${texts.dayRate(day)} × 365 = ${texts.rate(year)}`]}
      note={t('risk.text', { currency })}
    />
  );
}
