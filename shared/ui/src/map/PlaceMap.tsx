import { useTexts } from '@tessera/i18n';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import styles from './MapView.module.css';
import { type MapTiles, MapView } from './MapView.tsx';
import { pointOf, type View } from './mercator.ts';
import type { Place } from './place.ts';
import type { World } from './world.ts';

export type PlaceMapProps = {
  readonly place: Place;
  readonly tiles: MapTiles | null;
  /** A small picture of the place that cannot be moved. */
  readonly still?: boolean | undefined;
};

const START = { drawn: 4, tiles: 13 } as const;
/** A small picture without tiles shows borders from here on. */
const STILL = 3;

/** A place on the map. */
export function PlaceMap({ place, tiles, still }: PlaceMapProps) {
  const t = useTexts('map');
  const point = pointOf(place);
  const [view, setView] = useState<View>({ ...point, zoom: tiles ? START.tiles : still ? STILL : START.drawn });
  const [world, setWorld] = useState<World | null>(null);
  return (
    <MapView
      label={t('map')}
      view={view}
      onView={setView}
      country={world?.at(place) ?? null}
      tiles={tiles}
      onWorld={setWorld}
      still={still}
    >
      {(at) => {
        const { x, y } = at(point);
        return (
          <span className={styles.pin} style={{ transform: `translate(${x}px, ${y}px)` }}>
            <MapPin />
          </span>
        );
      }}
    </MapView>
  );
}
