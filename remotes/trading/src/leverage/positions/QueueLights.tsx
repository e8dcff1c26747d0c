import { QUEUE_LIGHTS } from '@tessera/api/leverage';
import { useTexts } from '@tessera/i18n';
import { Explained } from '@tessera/ui/content';
import styles from './QueueLights.module.css';

const ALL = Array.from({ length: QUEUE_LIGHTS }, (_, place) => place);

/** The place of a position in the queue of auto-deleveraging: the more lights, the earlier it is reduced. */
export function QueueLights({ lights }: { readonly lights: number }) {
  const t = useTexts('trading/leverage');
  const place = t('lever.queue.place', { count: lights });
  return (
    <span className={styles.queue}>
      <Explained title={t('lever.queue.title')} value={t('lever.queue.title')}>
        <p>{place}</p>
        <p>{t('lever.queue.help')}</p>
      </Explained>
      <span className={styles.lights} role="img" aria-label={place}>
        {ALL.map((light) => (
          <span key={light} className={styles.light} data-on={light < lights} />
        ))}
      </span>
    </span>
  );
}
