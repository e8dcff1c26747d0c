import { useSite } from '@tessera/api/site';
import type { SharedPlace } from '@tessera/api/support/rules';
import { useTexts } from '@tessera/i18n';
import { Button, Span } from '@tessera/ui';
import { PlaceMap } from '@tessera/ui/map';
import { placeScreen } from './place.ts';
import styles from './Support.module.css';

/** A place in a message, on the map. */
export default function PlaceCard({ place }: { readonly place: SharedPlace }) {
  const t = useTexts('community/support');
  const { data: site, isPending } = useSite();
  const { latitude, longitude, name } = place;
  const shown = { latitude: Number(latitude), longitude: Number(longitude), name };
  return (
    <div className={styles.place}>
      {/* A finger on it scrolls the conversation; the screen has the map to move. */}
      <div className={styles.map} inert>
        {!isPending && <PlaceMap place={shown} tiles={site?.map ?? null} still />}
      </div>
      {name !== '' && <strong dir="auto">{name}</strong>}
      <Span size={12}>
        {latitude}, {longitude}
      </Span>
      <Button size="s" variant="secondary" to={placeScreen(place)}>
        {t('place.open')}
      </Button>
    </div>
  );
}
