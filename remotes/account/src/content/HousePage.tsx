import type { useAbout } from '@tessera/api/content';
import { Page } from '@tessera/ui';
import type { ReactNode } from 'react';
import { Reading } from './Reading.tsx';

type Props = {
  readonly title: string;
  readonly article: ReturnType<typeof useAbout>;
  readonly lead?: ReactNode;
  readonly end?: ReactNode;
};

/** A page in the operator's own words: about the platform, its compliance. */
export const HousePage = ({ title, lead, end, article }: Props) => (
  <Page title={title} back>
    {lead}
    <Reading text={article.data && { ...article.data, at: article.data.updated_at }} query={article} />
    {end}
  </Page>
);
