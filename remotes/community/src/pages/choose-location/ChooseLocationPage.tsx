import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Page, Settled, SkeletonRows } from '@tessera/ui';
import { degrees, PlaceChooser } from '@tessera/ui/map';

/** A place, chosen on the map. */
export default function ChooseLocationPage() {
  const t = useTexts('community');
  const open = useOpenScreen();
  const query = useSite();
  return (
    <Page title={t('routes.system.choose-location')} back>
      <Settled query={query} waiting={<SkeletonRows count={4} />}>
        {(site) => (
          <PlaceChooser
            tiles={site?.map ?? null}
            label={t('place.choose')}
            onChoose={({ latitude, longitude, name }) =>
              open(
                screenUrl('/pages/system/open-location', {
                  latitude: degrees(latitude),
                  longitude: degrees(longitude),
                  name: name || undefined,
                }),
              )
            }
          />
        )}
      </Settled>
    </Page>
  );
}
