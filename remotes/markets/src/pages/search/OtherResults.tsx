import { useHelpSearch } from '@tessera/api/content';
import type { Instrument } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatAmount } from '@tessera/money';
import { ScreenLink, type ScreenUrl, screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { ArrowLeftRight, ChevronRight, CircleQuestionMark, Zap } from '@tessera/ui/icons';
import type { ReactNode } from 'react';
import { FEATURES, type Feature, findFeatures } from './features.ts';
import { type OrderIntent, orderIntent } from './order-intent.ts';
import styles from './SearchPage.module.css';

/** Articles beside instruments; the rest is on the page of the help. */
const MOST_ARTICLES = 4;

type Result = { readonly key: string; readonly to: ScreenUrl; readonly icon: ReactNode; readonly title: string };

/** What a query finds besides instruments: an order to fill in, features, help articles. */
export function useOtherResults(query: string, instruments: readonly Instrument[]): readonly Result[] {
  const t = useTexts('markets');
  const locale = useLocale();
  const { data } = useHelpSearch(query === '' ? null : { query });
  const intent = orderIntent(query, instruments, locale);
  const order = ({ side, amount, instrument }: OrderIntent): Result => ({
    key: 'order',
    to: screenUrl('/pages/transaction/index', { symbol: instrument.symbol, side, amount }),
    icon: <ArrowLeftRight />,
    title: t(side === 'buy' ? 'search.buy' : 'search.sell', {
      amount: formatAmount(amount, 8, locale, { zeros: 'trimmed' }),
      symbol: instrument.symbol,
    }),
  });
  const features = findFeatures(query, (feature) => ({
    title: t(`features.${feature}`),
    words: t(`featureWords.${feature}`),
  }));
  return [
    ...(intent ? [order(intent)] : []),
    ...features.map((feature: Feature) => ({
      key: feature,
      to: FEATURES[feature],
      icon: <Zap />,
      title: t(`features.${feature}`),
    })),
    ...(data?.list ?? []).slice(0, MOST_ARTICLES).map(({ id, title }) => ({
      key: `help ${id}`,
      to: screenUrl('/pages/help/detail', { id }),
      icon: <CircleQuestionMark />,
      title,
    })),
  ];
}

export function OtherRows({ results }: { readonly results: readonly Result[] }) {
  const t = useTexts('markets');
  if (results.length === 0) return null;
  return (
    <ul className={styles.others} aria-label={t('search.others')}>
      {results.map(({ key, to, icon, title }) => (
        <li key={key}>
          <ScreenLink className={styles.other} to={to}>
            {icon}
            <span>{title}</span>
            <ChevronRight />
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}
