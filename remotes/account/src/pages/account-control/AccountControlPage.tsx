import { useTexts } from '@tessera/i18n';
import { Page, Stack } from '@tessera/ui';
import { CloseAccount } from './CloseAccount.tsx';
import { DataCopy } from './DataCopy.tsx';
import { FreezeAccount } from './FreezeAccount.tsx';

/** What an owner can do with the account as a whole: take their data, freeze it, close it. */
export default function AccountControlPage() {
  const t = useTexts('account');
  return (
    <Page title={t('routes.setting.account')} back>
      <Stack gap={4} page>
        <DataCopy />
        <FreezeAccount />
        <CloseAccount />
      </Stack>
    </Page>
  );
}
