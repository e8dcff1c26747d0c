import { Text } from '@tessera/ui';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';
import styles from './ChangesScreen.module.css';
import type { Change } from './queries.ts';
import { nameOfField, valueWords } from './words.ts';

const words = texts.changes;

/** What a change sets: the value in force beside it while that is known. */
export function Terms({ change: { title, subject, terms, ended_at } }: { readonly change: Change }) {
  const open = ended_at === null && terms.some(({ before }) => before !== null);
  return (
    <>
      <Text tone="normal" size="inherit" breaks>
        {[title, ...subject].join(' · ')}
      </Text>
      <Table
        className={styles.terms}
        columns={
          open
            ? [words.columns.name, words.columns.before, words.columns.after]
            : [words.columns.name, words.endedColumns.after]
        }
        plain
      >
        {terms.map(({ name, before, after }) => (
          <tr key={name} data-changed={(open && before !== after) || undefined}>
            <th scope="row">{nameOfField(name)}</th>
            {open && <td>{before === null ? words.unset : valueWords(name, before)}</td>}
            <td>{open && before === after ? words.unchanged : valueWords(name, after)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
