import { useTexts } from '@tessera/i18n';
import { useLocation } from '@tessera/router';
import { NotBuilt } from '@tessera/ui';

/** `/pages/setting/coupon` has its title under `routes.setting.coupon`, as the descriptor says. */
const titleKey = (path: string): string => `routes.${path.split('/').slice(2).join('.')}`;

/** Stands in for the routes of this remote that are still to come. */
export default function NotBuiltPage() {
  const t = useTexts('account');
  return <NotBuilt title={t(titleKey(useLocation().pathname))} />;
}
