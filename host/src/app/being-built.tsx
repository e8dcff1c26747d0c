import { useTexts } from '@tessera/i18n';
import type { ReleasedRemote } from '@tessera/manifest';
import { useLanguage } from '@tessera/session';
import { Page, SkeletonRows } from '@tessera/ui';
import type { ComponentType } from 'react';
import { addAppTexts } from './all-texts.ts';
import styles from './Extras.module.css';

/** In place of a screen whose remote is announced and has no version yet; the screen opens by itself. */
export async function beingBuilt({ tab }: ReleasedRemote, path: string): Promise<ComponentType> {
  await addAppTexts();
  // The screen of a tab has its name, and no way back.
  const own = tab?.path === path ? tab : undefined;
  return function BeingBuilt() {
    const t = useTexts('app');
    const { code } = useLanguage();
    const title = t('building.title');
    return (
      <Page title={own?.label[code] ?? title} back={!own} flush>
        <div className={styles.building} role="status">
          {own && <strong>{title}</strong>}
          <p>{t('building.text')}</p>
        </div>
        <SkeletonRows />
      </Page>
    );
  };
}
