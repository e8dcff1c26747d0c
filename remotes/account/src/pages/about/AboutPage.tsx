import { useAbout } from '@tessera/api/content';
import { useSite } from '@tessera/api/site';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { List, ListRow, Text } from '@tessera/ui';
import { HousePage } from '../../content/HousePage.tsx';
import styles from './AboutPage.module.css';

/** Whose platform this is, by the site's configuration, and what it says of itself. */
export default function AboutPage() {
  const t = useTexts('account');
  const site = useSite();
  return (
    <HousePage
      title={t('routes.common.aboutus')}
      lead={
        site.data && (
          <p className={styles.brand}>
            <img src={site.data.red_logo} alt="" width="48" height="48" />
            <span>
              <strong>{site.data.site_name}</strong>
              <Text as="span" block>
                {site.data.version}
              </Text>
            </span>
          </p>
        )
      }
      article={useAbout()}
      end={
        <List card>
          <ListRow to={screenUrl('/pages/common/licences')} title={t('routes.common.licences')} />
        </List>
      }
    />
  );
}
