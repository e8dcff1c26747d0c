import type { SharedPlace } from '@tessera/api/support/rules';
import { Stack, Text } from '@tessera/ui';
import { PlaceMap } from '@tessera/ui/map';
import styles from './SupportScreen.module.css';

/** A place that a user has shared, on the drawn map: the page asks no provider of tiles where its users are. */
export default function PlaceCard({ place: { latitude, longitude, name } }: { readonly place: SharedPlace }) {
  return (
    <Stack gap={1}>
      <div className={styles.map}>
        <PlaceMap place={{ latitude: Number(latitude), longitude: Number(longitude), name }} tiles={null} />
      </div>
      {name !== '' && (
        <p className={styles.text} dir="auto">
          {name}
        </p>
      )}
      <Text breaks>
        {latitude}, {longitude}
      </Text>
    </Stack>
  );
}
