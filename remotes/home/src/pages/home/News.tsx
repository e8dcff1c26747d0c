import { useLatestItems } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { useLanguage } from '@tessera/session';
import { List, ListRow, SkeletonRows } from '@tessera/ui';
import styles from './HomePage.module.css';
import { contentLink } from './links.ts';

/** Latest activities. Home is whole without them, so a failed reading shows nothing here. */
export default function News() {
  const t = useTexts('home');
  const { locale } = useLanguage();
  const news = useLatestItems({ category: 'news', limit: 5 });
  if (news.isError || news.data?.list.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2 className={styles.heading}>{t('news')}</h2>
      {news.isPending && <SkeletonRows count={3} />}
      {news.data && (
        <List label={t('news')}>
          {news.data.list.map((item) => (
            <ListRow
              key={item.id}
              to={contentLink(item)}
              title={item.title}
              subtitle={formatDate(item.at, locale)}
              chevron
            />
          ))}
        </List>
      )}
    </section>
  );
}
