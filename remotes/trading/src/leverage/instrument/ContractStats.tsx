import type { Instrument } from '@tessera/api/instruments';
import { FUNDING_EVERY, nextDue, OVERNIGHT_EVERY, useDeal } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { formatPercent, formatPrice, formatRate } from '@tessera/money';
import { serverNow, useQuoteField } from '@tessera/realtime';
import { Span, useLocale } from '@tessera/ui';
import { Countdown } from '@tessera/ui/content';
import { useState } from 'react';
import { Figures, SMALL } from '../../market/figures/Figures.tsx';
import styles from './ContractStats.module.css';
import { categoryOf } from './chosen-contract.ts';

/** The prices that results, liquidation and funding go by, and what holding costs next. */
export function ContractStats({ instrument: { symbol, tick } }: { readonly instrument: Instrument }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const mark = useQuoteField(symbol, 'mark');
  const index = useQuoteField(symbol, 'index');
  const deal = useDeal({ symbol }).data;
  const contract = categoryOf(symbol) === 'contract';
  const every = contract ? FUNDING_EVERY : OVERNIGHT_EVERY;
  const [due, setDue] = useState(() => nextDue(serverNow(), every));
  const rate = contract ? deal?.funding_rate : deal?.overnight_rate;
  const priced = (value: string | undefined) => (value === undefined ? '–' : formatPrice(value, tick, locale));
  return (
    <Figures
      className={styles.stats}
      names={SMALL}
      values={{ tone: 'normal', size: 12 }}
      items={[
        { label: t('lever.markPrice'), value: priced(mark) },
        { label: t('lever.indexPrice'), value: priced(index) },
        {
          label: t(contract ? 'lever.holding.fundingNext' : 'lever.holding.overnightNext'),
          value: (
            <>
              {rate && (
                <Span as="strong" weight="medium">
                  {contract
                    ? formatPercent(rate, locale, 4)
                    : t('lever.holding.yearly', { rate: formatRate(rate, locale) })}
                </Span>
              )}{' '}
              <Countdown until={due} now={serverNow} onEnd={() => setDue(nextDue(serverNow(), every))} />
            </>
          ),
        },
      ]}
    />
  );
}
