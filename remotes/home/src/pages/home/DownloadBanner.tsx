import type { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import styles from './HomePage.module.css';

type Props = { readonly site: NonNullable<ReturnType<typeof useSite>['data']>; readonly url: string };

/** Where the operator offers an app to download. */
export default function DownloadBanner({ site, url }: Props) {
  const t = useTexts('home');
  return (
    <section className={styles.download}>
      <img src={site.down_logo} alt="" width="40" height="40" />
      <p>{t('download', { name: site.site_name })}</p>
      <Button size="s" href={url} target="_blank" rel="noopener noreferrer">
        {t('downloadAction')}
      </Button>
    </section>
  );
}
