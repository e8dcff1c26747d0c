import { useLatestItems } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { useLanguage } from '@tessera/session';
import { Heading, List, ListRow, Settled, SkeletonRows } from '@tessera/ui';
import type { ReactNode } from 'react';
import styles from './HomePage.module.css';
import { contentLink } from './links.ts';

/** Latest activities. Home is whole without them, so a failed reading shows nothing here. */
export default function News() {
  const t = useTexts('home');
  const { locale } = useLanguage();
  const news = useLatestItems({ category: 'news', limit: 5 });
  const card = (content: ReactNode) => (
    <section className={styles.card}>
      <Heading size={14} below={2}>
        {t('news')}
      </Heading>
      {content}
    </section>
  );
  return (
    <Settled query={news} waiting={card(<SkeletonRows count={3} />)}>
      {(data) =>
        data !== undefined &&
        data.list.length > 0 &&
        card(
          <List label={t('news')}>
            {data.list.map((item) => (
              <ListRow
                key={item.id}
                to={contentLink(item)}
                title={item.title}
                subtitle={formatDate(item.at, locale)}
                chevron
              />
            ))}
          </List>,
        )
      }
    </Settled>
  );
}
