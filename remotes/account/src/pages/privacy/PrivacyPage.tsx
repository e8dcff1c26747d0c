import { usePrivacy } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { HousePage } from '../../content/HousePage.tsx';

export default function PrivacyPage() {
  const t = useTexts('account');
  return <HousePage title={t('routes.common.privacy')} article={usePrivacy()} />;
}
