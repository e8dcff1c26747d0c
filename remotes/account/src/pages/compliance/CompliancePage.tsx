import { useCompliance } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { HousePage } from '../../content/HousePage.tsx';

export default function CompliancePage() {
  const t = useTexts('account');
  return <HousePage title={t('routes.setting.operational_compliance')} article={useCompliance()} />;
}
