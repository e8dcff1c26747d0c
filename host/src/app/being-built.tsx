import { useTexts } from '@tessera/i18n';
import { Page, SkeletonRows } from '@tessera/ui';
import { addAppTexts } from './all-texts.ts';
import styles from './Extras.module.css';

/** In place of a screen whose remote is announced and has no version yet; the screen opens by itself. */
function BeingBuilt() {
  const t = useTexts('app');
  return (
    <Page title={t('building.title')} back>
      <p className={styles.building} role="status">
        {t('building.text')}
      </p>
      <SkeletonRows />
    </Page>
  );
}

export async function beingBuilt(): Promise<typeof BeingBuilt> {
  await addAppTexts();
  return BeingBuilt;
}
