import { useKeepFactorsByLink } from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Page, Stack, Text } from '@tessera/ui';
import { useState } from 'react';
import styles from './KeepFactorsPage.module.css';

/** What the mailed link opens: it stops the removal of second factors by a press, as programs open links, too. */
export default function KeepFactorsPage() {
  const t = useTexts('account');
  const common = useTexts('common');
  const [{ token = '' }] = useScreenParams('/pages/setting/keepFactors', { token: 'string?' });
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = useKeepFactorsByLink({
    onDone: () => setDone(true),
    onRejected: (error) => setProblem(problemText(error)),
  });
  return (
    <Page title={t('routes.setting.keepFactors')} back>
      {done && <EmptyState illustration="shield" title={t('keepFactors.done')} text={t('keepFactors.doneText')} />}
      {!done && token === '' && (
        <EmptyState
          illustration="shield"
          title={t('keepFactors.incomplete')}
          action={<Button to={screenUrl('/')}>{common('home')}</Button>}
        />
      )}
      {!done && token !== '' && (
        <Stack gap={2} page>
          <Text size="inherit" below={2}>
            {t('keepFactors.lead')}
          </Text>
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <Button size="l" block busy={keep.busy} onClick={() => keep.run({ token })}>
            {t('keepFactors.button')}
          </Button>
        </Stack>
      )}
    </Page>
  );
}
