import { useTerms } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { HousePage } from '../../content/HousePage.tsx';

export default function TermsPage() {
  const t = useTexts('account');
  return <HousePage title={t('routes.common.terms')} article={useTerms()} />;
}
