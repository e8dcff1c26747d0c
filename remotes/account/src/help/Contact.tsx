import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { List, ListRow } from '@tessera/ui';
import { Headset } from '@tessera/ui/icons';

/** The way to customer service, after what can be read. */
export function Contact() {
  const t = useTexts('account');
  return (
    <List card>
      <ListRow
        start={<Headset />}
        title={t('help.contact')}
        subtitle={t('help.contactText')}
        to={screenUrl('/pages/kefu/index')}
      />
    </List>
  );
}
