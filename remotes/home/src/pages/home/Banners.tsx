import { useLatestItems } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { ScreenLink } from '@tessera/router';
import { Settled, Skeleton } from '@tessera/ui';
import { Carousel } from '@tessera/ui/carousel';
import styles from './HomePage.module.css';
import { contentLink } from './links.ts';

/** Width and height of a banner, px; the space is kept while the picture loads. */
const SIZE = { width: 686, height: 240 };

/** The picture that the start of the page showed in this place. */
const shown = document.querySelector<HTMLImageElement>('#start img')?.getAttribute('src');

export function Banners() {
  const t = useTexts('home');
  const banners = useLatestItems({ category: 'banners', limit: 5 });
  const pending = (src: string) => (
    <div className={styles.pending}>
      <div className={styles.banner}>
        <img src={src} alt="" {...SIZE} />
      </div>
    </div>
  );
  return (
    <Settled query={banners} waiting={shown ? pending(shown) : <Skeleton height="7.5rem" />}>
      {(data) =>
        data !== undefined &&
        data.list.length > 0 && (
          <Carousel label={t('banners')}>
            {data.list.map((banner, place) => (
              <ScreenLink key={banner.id} className={styles.banner} to={contentLink(banner)}>
                {banner.cover && (
                  <img src={banner.cover} alt="" fetchPriority={place === 0 ? 'high' : 'low'} {...SIZE} />
                )}
                <span className={styles.bannerText}>
                  <strong>{banner.title}</strong>
                  <span>{banner.abstract}</span>
                </span>
              </ScreenLink>
            ))}
          </Carousel>
        )
      }
    </Settled>
  );
}
