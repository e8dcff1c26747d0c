import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { Sheet, SkeletonRows } from '@tessera/ui';
import { PlaceChooser, type PlaceChooserProps } from '@tessera/ui/map';

/** Where the card goes, chosen on the map. */
export default function AddressSheet({
  onClose,
  onChoose,
}: Pick<PlaceChooserProps, 'onChoose'> & { readonly onClose: () => void }) {
  const t = useTexts('finance/loans');
  const { data: site, isPending } = useSite();
  return (
    <Sheet open onClose={onClose} title={t('vMap')} tall>
      {isPending ? (
        <SkeletonRows count={4} />
      ) : (
        <PlaceChooser tiles={site?.map ?? null} label={t('vMapUse')} onChoose={onChoose} />
      )}
    </Sheet>
  );
}
