import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Page } from '@tessera/ui';
import styles from '../../Product.module.css';

const STEPS = ['lock', 'daily', 'end', 'early'] as const;

/** How locked mining works, and what can be lost. */
export default function MiningWelcomePage() {
  const t = useTexts('mining');
  const titles = useTexts('finance');
  return (
    <Page title={titles('routes.lockming.welcome')} back>
      <div className={styles.stack}>
        <p className={styles.text}>{t('lead')}</p>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`welcome.${step}`)}</li>
          ))}
        </ol>
        <p className={styles.text}>{t('rate.formula')}</p>
        <p className={styles.text}>{t('rate.yearFormula')}</p>
        <section className={styles.block}>
          <h2 className={styles.heading}>{t('risk.title')}</h2>
          <p className={styles.risk}>{t('risk.text', { currency: t('risk.coin') })}</p>
        </section>
        <Button block size="l" to={screenUrl('/pages/lockming/lockming')}>
          {t('welcome.products')}
        </Button>
      </div>
    </Page>
  );
}
