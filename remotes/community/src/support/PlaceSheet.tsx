import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { Settled, Sheet, SkeletonRows } from '@tessera/ui';
import { degrees, PlaceChooser } from '@tessera/ui/map';
import { placeText } from './place.ts';

/** A place, chosen on the map, as the text of a message. */
export default function PlaceSheet({
  onClose,
  onShare,
}: {
  readonly onClose: () => void;
  readonly onShare: (text: string) => void;
}) {
  const t = useTexts('community/support');
  const query = useSite();
  return (
    <Sheet open onClose={onClose} title={t('place.share')} tall>
      <Settled query={query} waiting={<SkeletonRows count={4} />}>
        {(site) => (
          <PlaceChooser
            tiles={site?.map ?? null}
            label={t('place.send')}
            onChoose={({ latitude, longitude, name }) =>
              onShare(placeText({ latitude: degrees(latitude), longitude: degrees(longitude), name }))
            }
          />
        )}
      </Settled>
    </Sheet>
  );
}
