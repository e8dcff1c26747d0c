import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, Heading, Note, Page, Stack, Text } from '@tessera/ui';
import styles from '../../Product.module.css';

const STEPS = ['lock', 'daily', 'end', 'early'] as const;

/** How locked mining works, and what can be lost. */
export default function MiningWelcomePage() {
  const t = useTexts('finance/mining');
  const titles = useTexts('finance');
  return (
    <Page title={titles('routes.lockming.welcome')} back>
      <Stack gap={4} below={8}>
        <Text tone="normal" size={14}>
          {t('lead')}
        </Text>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`welcome.${step}`)}</li>
          ))}
        </ol>
        <Text tone="normal" size={14}>
          {t('rate.formula')}
        </Text>
        <Text tone="normal" size={14}>
          {t('rate.yearFormula')}
        </Text>
        <Stack as="section" gap={3}>
          <Heading size={16}>{t('risk.title')}</Heading>
          <Note>{t('risk.text', { currency: t('risk.coin') })}</Note>
        </Stack>
        <Button block size="l" to={screenUrl('/pages/lockming/lockming')}>
          {t('welcome.products')}
        </Button>
      </Stack>
    </Page>
  );
}
