import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, LogInButton } from '@tessera/ui';
import styles from './HomePage.module.css';

/** Shown to guests in place of the total: the benefits of signing up, and a link. */
export function Welcome() {
  const common = useTexts('common');
  return (
    <section className={styles.total}>
      <h2 className={styles.welcome}>{common('welcome.title')}</h2>
      <p className={styles.weak}>{common('welcome.text')}</p>
      <div className={styles.actions}>
        <Button to={screenUrl('/pages/common/register')}>{common('register')}</Button>
        <LogInButton variant="secondary" />
      </div>
    </section>
  );
}
