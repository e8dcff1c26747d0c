import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Card, Heading, LogInButton, Text } from '@tessera/ui';
import styles from './HomePage.module.css';

/** Shown to guests in place of the total: the benefits of signing up, and a link. */
export function Welcome() {
  const common = useTexts('common');
  return (
    <Card>
      <Heading size={20} below={1}>
        {common('welcome.title')}
      </Heading>
      <Text weight="normal">{common('welcome.text')}</Text>
      <div className={styles.actions}>
        <Button to={screenUrl('/pages/common/register')}>{common('register')}</Button>
        <LogInButton variant="secondary" />
      </div>
    </Card>
  );
}
