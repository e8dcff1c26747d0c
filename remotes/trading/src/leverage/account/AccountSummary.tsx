import { closingFeeOf, crossEquity } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { add, div, formatAmount, formatRate, isNegative, isZero, min, sum } from '@tessera/money';
import { ScreenLink } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { Explained, ProgressBar } from '@tessera/ui/content';
import { Figures, SMALL } from '../../market/figures/Figures.tsx';
import { transferPath } from '../instrument/chosen-contract.ts';
import positions from '../positions/Positions.module.css';
import { riskTone } from '../positions/risk-tone.ts';
import { EquityWhy } from '../why/why.ts';
import type { Book } from './use-book.ts';

/** The leverage account of each currency: what it is worth, what is open, and how near it is to its liquidation. */
export function AccountSummary({ book }: { readonly book: Book }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  if (!book.rows) return null;
  const money = (value: string, signed = false) => formatAmount(value, 2, locale, { signed });
  return book.accounts.map((account) => {
    const { currency, available, isolated_margin: isolated, reserved } = account;
    const state = book.states.find((each) => each.currency === currency);
    const own = book.rows?.filter(({ position }) => position.currency === currency) ?? [];
    const pnl = sum(own.map((row) => row.pnl));
    const isolatedPnl = sum(own.filter(({ position }) => position.mode === 'isolated').map((row) => row.pnl));
    const risks = [...(state?.risks.values() ?? [])];
    const cross = crossEquity(available, risks);
    const equity = sum([cross, isolated, isolatedPnl, reserved]);
    const rate = state?.riskRate ?? null;
    const tone = riskTone(rate, account.threshold);
    return (
      <section key={currency} className={positions.summary} aria-label={t('lever.account.title', { currency })}>
        <Figures
          className={positions.figures}
          names={SMALL}
          items={[
            {
              label: t('lever.account.equity', { currency }),
              value: (
                <Explained title={t('lever.account.equity', { currency })} value={money(equity)}>
                  <EquityWhy
                    props={{
                      ...{ currency, equity, available, pnl, reserved },
                      margin: sum([isolated, ...risks.map((risk) => risk.margin)]),
                      closingFees: sum(risks.map(closingFeeOf)),
                    }}
                  />
                </Explained>
              ),
            },
            { label: t('lever.pnl', { currency }), value: money(pnl, true) },
            {
              label: t('form.available', { ns: 'trading' }),
              value: (
                <ScreenLink to={transferPath()} title={t('lever.form.transfer')}>
                  {money(available)}
                </ScreenLink>
              ),
            },
          ]}
        />
        {rate !== null && (
          <ProgressBar
            label={t('lever.riskRate')}
            // Full at the threshold, empty at four times of it.
            ratio={
              isZero(account.threshold) || isNegative(rate)
                ? '1'
                : min('1', div(account.threshold, add(rate, '0.0001')))
            }
            tone={tone ?? 'accent'}
            note={t('lever.account.risk', {
              rate: formatRate(rate, locale),
              threshold: formatRate(account.threshold, locale, 0),
            })}
          />
        )}
      </section>
    );
  });
}
