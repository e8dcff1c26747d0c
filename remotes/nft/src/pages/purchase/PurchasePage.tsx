import { useBarred } from '@tessera/api/identity';
import type { Artwork, ArtworkDetail } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { useState } from 'react';
import { BoxScreen } from '../../draws/BoxScreen.tsx';
import { Bought } from '../../trade/Bought.tsx';
import { BuyForm } from '../../trade/BuyForm.tsx';
import { Closed } from '../../trade/Closed.tsx';
import { Restricted } from '../../trade/Restricted.tsx';
import { SaleScreen } from '../../trade/SaleScreen.tsx';

function Purchase({ work, onChanged }: { readonly work: ArtworkDetail; readonly onChanged: () => void }) {
  const [bought, setBought] = useState<Artwork | null>(null);
  const barred = useBarred(work.countries);
  if (work.is_blind_box && !work.resale) return <BoxScreen work={work} onChanged={onChanged} />;
  if (bought) return <Bought work={bought} />;
  if (work.status !== 'on_sale' || work.viewer?.seller) return <Closed work={work} onTurn={onChanged} />;
  if (barred) return <Restricted work={work} />;
  return <BuyForm work={work} onBought={(order) => setBought(order.work)} onChanged={onChanged} />;
}

/** A purchase at a fixed price: a work, or blind boxes. */
export default function PurchasePage() {
  const t = useTexts('nft');
  const [{ code }] = useScreenParams('/pages/nft/purchase', { code: 'string?' });
  return (
    <SaleScreen code={code} title={t('routes.nft.purchase')}>
      {(work, refetch) => <Purchase key={code} work={work} onChanged={refetch} />}
    </SaleScreen>
  );
}
