import type { Artwork } from '@tessera/api/nft';
import { type EndlessRows, PagedList } from '@tessera/ui/content';
import type { ReactNode } from 'react';
import { CardSkeletons, WorkCard } from './WorkCard.tsx';
import styles from './Works.module.css';

type Row = Artwork & { readonly id: string };

type Props = {
  readonly label: string;
  readonly query: EndlessRows<Row>;
  readonly empty: ReactNode;
};

/** In the first row, and on the screen before it is scrolled. */
const FIRST_ROW = 2;
const FIRST = 4;

/** Works two in a row, read on while they are scrolled. */
export function WorkGrid({ label, query, empty }: Props) {
  const first = new Map(
    query.rows?.slice(0, FIRST).map(({ id }, index) => [id, index < FIRST_ROW || ('soon' as const)] as const),
  );
  return (
    <PagedList
      label={label}
      className={styles.grid}
      query={query}
      row={(work) => <WorkCard work={work} eager={first.get(work.id)} />}
      waiting={<CardSkeletons />}
      empty={empty}
    />
  );
}
