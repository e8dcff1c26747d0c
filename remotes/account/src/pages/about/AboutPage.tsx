import { useAbout } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { HousePage } from '../../content/HousePage.tsx';

export default function AboutPage() {
  const t = useTexts('account');
  return <HousePage title={t('routes.common.aboutus')} article={useAbout()} />;
}
