import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button } from '@tessera/ui';
import styles from './HomePage.module.css';

/** Shown to guests in place of the total: the benefits of signing up, and a link. */
export function Welcome() {
  const t = useTexts('host');
  const common = useTexts('common');
  return (
    <section className={styles.total}>
      <h2 className={styles.welcome}>{t('home.welcome')}</h2>
      <p className={styles.weak}>{t('home.welcomeText')}</p>
      <div className={styles.actions}>
        <Button to={screenUrl('/pages/common/register')}>{common('register')}</Button>
        <Button variant="secondary" to={screenUrl('/pages/common/login')}>
          {common('login')}
        </Button>
      </div>
    </section>
  );
}
