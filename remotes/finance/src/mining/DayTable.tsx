import { dueAt, interestOfDay, type MiningTerms } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { Badge } from '@tessera/ui';
import styles from '../Product.module.css';
import { useMiningTexts } from './use-mining-texts.ts';

type DayTableProps = {
  readonly terms: MiningTerms & { readonly currency: string };
  /** Of a position: when it began, Unix ms, and how many days are paid. */
  readonly position?: { readonly startedAt: number; readonly paidDays: number };
};

/** Rate and interest of each day. */
export function DayTable({ terms, position }: DayTableProps) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('table.day')}</th>
            <th scope="col">{t('table.rate')}</th>
            <th scope="col">{t('table.interest')}</th>
            {position && <th scope="col">{t('table.due')}</th>}
          </tr>
        </thead>
        <tbody>
          {terms.rates.map((rate, index) => {
            const day = index + 1;
            return (
              <tr key={day}>
                <td>{day}</td>
                <td>{texts.dayRate(rate)}</td>
                <td>{texts.amount(interestOfDay(terms, day), terms)}</td>
                {position && (
                  <td>
                    {day <= position.paidDays ? (
                      <Badge tone="success">{t('table.paid')}</Badge>
                    ) : (
                      texts.time(dueAt(position.startedAt, day))
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
