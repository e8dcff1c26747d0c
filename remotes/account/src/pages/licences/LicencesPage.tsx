import { useTexts } from '@tessera/i18n';
import { Loaded, Page, SkeletonRows, Text } from '@tessera/ui';
import { Accordion } from '@tessera/ui/content';
import styles from './LicencesPage.module.css';
import type { PackageNotice } from './notices.ts';
import { useNotices } from './queries.ts';

const itemOf = ({ name, version, licence, text }: PackageNotice) => ({
  id: `${name} ${version}`,
  title: `${name} ${version} · ${licence}`,
  content: <pre className={styles.text}>{text}</pre>,
});

/** Licences and notices of the packages in the app, as their owners worded them. */
export default function LicencesPage() {
  const t = useTexts('account');
  const query = useNotices();
  return (
    <Page title={t('routes.common.licences')} back>
      <Text size="inherit" below={3} above={2}>
        {t('licences.lead')}
      </Text>
      <Loaded query={query} waiting={<SkeletonRows count={8} />}>
        {(data) => <Accordion items={data.map(itemOf)} />}
      </Loaded>
    </Page>
  );
}
