import { useFreezeAccount } from '@tessera/api/identity';
import { bus } from '@tessera/bus';
import { useTexts } from '@tessera/i18n';
import { Card, Heading, Text } from '@tessera/ui';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import { Snowflake } from 'lucide-react';
import styles from './AccountControlPage.module.css';

/** Freezes the account at once, without any proof: who suspects a thief has no time for one. */
export function FreezeAccount() {
  const t = useTexts('account');
  const question = useQuestion(t('freeze.done'));
  const command = useFreezeAccount({
    ...question.outcomes,
    onDone() {
      question.outcomes.onDone();
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
      <AskedButton
        {...{ question, command }}
        label={t('freeze.button')}
        button={{ variant: 'danger', block: true, icon: <Snowflake /> }}
        title={t('freeze.ask')}
        confirmLabel={t('freeze.button')}
        tone="danger"
        onConfirm={() => command.run({})}
      >
        {t('freeze.askText')}
      </AskedButton>
    </Card>
  );
}
