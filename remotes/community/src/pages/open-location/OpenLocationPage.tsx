import { useSite } from '@tessera/api/site';
import { canShare, copyText, share } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Heading, KeyValue, Page, Stack, showToast } from '@tessera/ui';
import { degrees, type Place, PlaceMap, placeInput } from '@tessera/ui/map';
import styles from './OpenLocationPage.module.css';

/** RFC 5870; phones offer their map applications for it. */
const appAddress = ({ latitude, longitude, name }: Place): string => {
  const point = `${degrees(latitude)},${degrees(longitude)}`;
  return `geo:${point}?q=${point}${name === '' ? '' : `(${encodeURIComponent(name)})`}`;
};

function Located({ place }: { readonly place: Place }) {
  const t = useTexts('community');
  const { data: site, isPending } = useSite();
  const title = place.name || t('place.unnamed');
  const copy = async () => {
    if (await copyText(location.href)) showToast(t('place.copied'), 'success');
    else showToast(t('place.notCopied'), 'error');
  };
  return (
    <Stack gap={3} shrinks>
      <div className={styles.map}>{!isPending && <PlaceMap place={place} tiles={site?.map ?? null} />}</div>
      <Heading size={16} breaks>
        {title}
      </Heading>
      <KeyValue
        items={[{ label: t('place.coordinates'), value: `${degrees(place.latitude)}, ${degrees(place.longitude)}` }]}
      />
      <Stack gap={2}>
        {canShare() && (
          <Button block onClick={() => void share({ title, url: location.href })}>
            {t('place.share')}
          </Button>
        )}
        <Button variant="secondary" block onClick={() => void copy()}>
          {t('place.copy')}
        </Button>
        <Button variant="secondary" block href={appAddress(place)}>
          {t('place.app')}
        </Button>
      </Stack>
    </Stack>
  );
}

/** A place of a link on the map. */
export default function OpenLocationPage() {
  const t = useTexts('community');
  const common = useTexts('common');
  const [{ latitude, longitude, name }] = useScreenParams('/pages/system/open-location', {
    latitude: 'string',
    longitude: 'string',
    name: 'string?',
  });
  const place = placeInput(latitude ?? '', longitude ?? '', name);
  return (
    <Page title={t('routes.system.open-location')} back>
      {place ? (
        <Located place={place} />
      ) : (
        <EmptyState
          illustration="search"
          title={t('place.none')}
          action={<Button to={screenUrl('/')}>{common('home')}</Button>}
        />
      )}
    </Page>
  );
}
