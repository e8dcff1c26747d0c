import { useCollections } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { EmptyState, Skeleton, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../../figures.ts';
import styles from './Market.module.css';

const Waiting = () => (
  <div className={styles.collections} aria-hidden="true">
    {[1, 2, 3].map((key) => (
      <div key={key} className={styles.collection}>
        <span className={styles.cover} />
        <span className={styles.about}>
          <Skeleton width="50%" />
          <Skeleton width="80%" height="0.75rem" />
        </span>
      </div>
    ))}
  </div>
);

/** Collections with their lowest price on sale. */
export function CollectionList({ keyword }: { readonly keyword: string }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const query = useCollections(keyword === '' ? {} : { keyword });
  return (
    <PagedList
      label={t('market.tabs.collections')}
      className={styles.collections}
      query={query}
      waiting={<Waiting />}
      row={({ id, name, description, cover, artist, work_count, floor }) => (
        <li className={styles.collection}>
          <ScreenLink
            className={styles.link}
            to={screenUrl('/pages/nft/nft', { tab: 'works', collection_id: Number(id) })}
          >
            <span className={styles.cover}>
              {cover !== null && <img src={cover} alt="" width="640" height="213" loading="lazy" decoding="async" />}
            </span>
            <span className={styles.about}>
              <Text as="strong" tone="strong" size={16} weight="strong">
                {name}
              </Text>
              <Text as="span" tone="normal">
                {description}
              </Text>
              <span className={styles.facts}>
                <span>
                  {artist === null ? '' : `${artist.name} · `}
                  {t('artist.works', { count: work_count })}
                </span>
                {floor !== null && <span>{t('market.floor', { price: priceFigure(floor, 'USDT', locale) })}</span>}
              </span>
            </span>
          </ScreenLink>
        </li>
      )}
      empty={<EmptyState illustration="search" title={t('market.noCollection')} text={t('market.noMatchText')} />}
    />
  );
}
