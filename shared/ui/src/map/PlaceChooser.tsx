import { canLocate, devicePosition } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { LocateFixed, MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { TextInput } from '../field/TextInput.tsx';
import { useLocale } from '../locale.ts';
import { CountrySelect } from '../places/CountrySelect.tsx';
import { COUNTRIES } from '../places/calling-codes.ts';
import { countryName, homeCountry } from '../places/countries.ts';
import { Stack, Text } from '../primitives/Primitives.tsx';
import map from './MapView.module.css';
import { type MapTiles, MapView, mostZoom } from './MapView.tsx';
import { coordinatesOf, fitting, pointOf, type Size, type View } from './mercator.ts';
import styles from './PlaceChooser.module.css';
import { degrees, NAME_LENGTH, type Place } from './place.ts';
import type { World } from './world.ts';

export type PlaceChooserProps = {
  readonly tiles: MapTiles | null;
  readonly label: string;
  readonly onChoose: (place: Place & { readonly country: string | null }) => void;
};

/** What a country is fitted into before the map is measured. */
const SIZE: Size = { width: 358, height: 300 };
const POSITION_ZOOM = { drawn: 6, tiles: 15 } as const;
/** ms; a device that finds no satellite answers by its networks earlier. */
const POSITION_TIMEOUT = 10_000;

/** The map moves under a pin: by hand, to a country, or to where the device is. */
export function PlaceChooser({ tiles, label, onChoose }: PlaceChooserProps) {
  const t = useTexts('map');
  const locale = useLocale();
  const [view, setView] = useState<View>({ x: 0.5, y: 0.4, zoom: 1 });
  const [world, setWorld] = useState<World | null>(null);
  const [name, setName] = useState('');
  const [locating, setLocating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const most = mostZoom(tiles);
  const coordinates = coordinatesOf(view);
  const country = world?.at(coordinates) ?? null;
  const drawn = useMemo(
    () => (world ? COUNTRIES.filter((code) => world.countries.some((each) => each.code === code)) : []),
    [world],
  );

  const show = (shown: World, code: string) => {
    const extent = shown.extentOf(code);
    if (extent) setView(fitting(extent, SIZE, most));
  };
  const begin = (loaded: World) => {
    setWorld(loaded);
    show(loaded, homeCountry());
  };
  const locate = async () => {
    setProblem(null);
    setLocating(true);
    const position = await devicePosition({ timeout: POSITION_TIMEOUT, maximumAge: 60_000 });
    setLocating(false);
    if (typeof position === 'string') setProblem(t(position === 'denied' ? 'denied' : 'notFound'));
    else setView({ ...pointOf(position), zoom: tiles ? POSITION_ZOOM.tiles : POSITION_ZOOM.drawn });
  };
  return (
    <Stack gap={3} shrinks>
      <CountrySelect
        label={t('country')}
        value={country}
        countries={drawn}
        placeholder={world ? t('atSea') : ''}
        disabled={!world}
        onChange={(code) => world && show(world, code)}
      />
      <div className={styles.map}>
        <MapView label={t('map')} view={view} onView={setView} country={country} tiles={tiles} onWorld={begin}>
          {(_, { width, height }) => (
            <span className={map.pin} style={{ transform: `translate(${width / 2}px, ${height / 2}px)` }}>
              <MapPin />
            </span>
          )}
        </MapView>
      </div>
      <Text aria-live="polite">
        {[
          country && countryName(country, locale),
          `${degrees(coordinates.latitude)}, ${degrees(coordinates.longitude)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {canLocate() && (
        <Button variant="secondary" block busy={locating} icon={<LocateFixed />} onClick={() => void locate()}>
          {t('mine')}
        </Button>
      )}
      {problem && (
        <Text tone="danger" role="alert">
          {problem}
        </Text>
      )}
      <TextInput label={t('name')} value={name} maxLength={NAME_LENGTH} helper={t('nameHelp')} onChange={setName} />
      <Button size="l" block disabled={!world} onClick={() => onChoose({ ...coordinates, name: name.trim(), country })}>
        {label}
      </Button>
    </Stack>
  );
}
