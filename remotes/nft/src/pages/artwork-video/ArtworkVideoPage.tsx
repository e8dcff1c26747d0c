import { useTexts } from '@tessera/i18n';
import { useScreenParams } from '@tessera/router';
import { ArtworkScreen } from '../../works/ArtworkScreen.tsx';

/** A film. */
export default function ArtworkVideoPage() {
  const t = useTexts('nft');
  const [{ code }] = useScreenParams('/pages/nft/artworkDetail_video', { code: 'string?' });
  return <ArtworkScreen code={code} title={t('routes.nft.artworkDetail_video')} />;
}
