import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { Settled, Sheet, SkeletonRows } from '@tessera/ui';
import { PlaceChooser, type PlaceChooserProps } from '@tessera/ui/map';

/** Where the card goes, chosen on the map. */
export default function AddressSheet({
  onClose,
  onChoose,
}: Pick<PlaceChooserProps, 'onChoose'> & { readonly onClose: () => void }) {
  const t = useTexts('finance/loans');
  const query = useSite();
  return (
    <Sheet open onClose={onClose} title={t('vMap')} tall>
      <Settled query={query} waiting={<SkeletonRows count={4} />}>
        {(site) => <PlaceChooser tiles={site?.map ?? null} label={t('vMapUse')} onChoose={onChoose} />}
      </Settled>
    </Sheet>
  );
}
