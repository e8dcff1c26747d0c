import type { ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Text } from '@tessera/ui';
import styles from './Detail.module.css';

export function Properties({ properties }: Pick<ArtworkDetail, 'properties'>) {
  const t = useTexts('nft');
  if (properties.length === 0) return null;
  return (
    <dl className={styles.properties} aria-label={t('work.properties')}>
      {properties.map(({ name, value }) => (
        <div key={name} className={styles.property}>
          <Text as="dt">{name}</Text>
          <Text as="dd" tone="strong" size="inherit" weight="medium" breaks>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
