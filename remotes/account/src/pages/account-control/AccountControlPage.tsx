import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import styles from './AccountControlPage.module.css';
import { CloseAccount } from './CloseAccount.tsx';
import { DataCopy } from './DataCopy.tsx';
import { FreezeAccount } from './FreezeAccount.tsx';

/** What an owner can do with the account as a whole: take their data, freeze it, close it. */
export default function AccountControlPage() {
  const t = useTexts('account');
  return (
    <Page title={t('routes.setting.account')} back>
      <div className={styles.sections}>
        <DataCopy />
        <FreezeAccount />
        <CloseAccount />
      </div>
    </Page>
  );
}
