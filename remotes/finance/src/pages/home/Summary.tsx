import { usePortfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { formatFiat, sum } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Button, useLocale } from '@tessera/ui';
import styles from './FinancePage.module.css';

/** What the user holds in all products, and what lies idle; nothing until it is known. */
export function Summary() {
  const t = useTexts('finance');
  const locale = useLocale();
  const fiat = useFiat();
  const { data } = usePortfolio({});
  if (!data) return null;
  const money = (usdt: string) => formatFiat(usdt, fiat, locale);
  const idle = sum(data.idle.map(({ value }) => value));
  return (
    <section className={styles.summary} aria-label={t('summary.title')}>
      <p className={styles.label}>{t('summary.title')}</p>
      <p className={styles.figure}>{money(data.total)}</p>
      <p className={styles.label}>{t('summary.earned', { amount: money(data.earned) })}</p>
      {idle !== '0' && <p className={styles.label}>{t('summary.idle', { amount: money(idle) })}</p>}
      <Button block variant="secondary" to={screenUrl('/pages/financial/index3')}>
        {t('summary.open')}
      </Button>
    </section>
  );
}
