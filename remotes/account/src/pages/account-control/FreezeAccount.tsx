import { useFreezeAccount } from '@tessera/api/identity';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { Button, Card, Heading, showToast, Text } from '@tessera/ui';
import { Dialog } from '@tessera/ui/content';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import styles from './AccountControlPage.module.css';

/** Freezes the account at once, without any proof: who suspects a thief has no time for one. */
export function FreezeAccount() {
  const t = useTexts('account');
  const [asking, setAsking] = useState(false);
  const freeze = useFreezeAccount({
    onDone() {
      showToast(t('freeze.done'), 'success');
      bus.request('logout.request', undefined);
    },
  });
  return (
    <Card gap={3} shrinks>
      <Heading size={16}>{t('freeze.title')}</Heading>
      <Text tone="normal" size={14}>
        {t('freeze.text')}
      </Text>
      <ul className={styles.points}>
        <li>{t('freeze.sessions')}</li>
        <li>{t('freeze.money')}</li>
        <li>{t('freeze.orders')}</li>
        <li>{t('freeze.back')}</li>
      </ul>
      <Button variant="danger" block icon={<Snowflake />} onClick={() => setAsking(true)}>
        {t('freeze.button')}
      </Button>
      <Dialog
        open={asking}
        title={t('freeze.ask')}
        confirmLabel={t('freeze.button')}
        tone="danger"
        busy={freeze.busy}
        onConfirm={() => {
          setAsking(false);
          freeze.run({});
        }}
        onClose={() => setAsking(false)}
      >
        {t('freeze.askText')}
      </Dialog>
    </Card>
  );
}
