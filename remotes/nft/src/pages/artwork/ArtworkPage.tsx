import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { ArtworkScreen } from '../../works/ArtworkScreen.tsx';

/** A picture, a moving picture or a sound. */
export default function ArtworkPage() {
  const t = useTexts('nft');
  const [{ code }] = useScreenParams('/pages/nft/artworkDetail', { code: 'string?' });
  return <ArtworkScreen code={code} title={t('routes.nft.artworkDetail')} />;
}
