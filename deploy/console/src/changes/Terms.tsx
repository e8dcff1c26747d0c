import { Text } from '@tessera/ui';
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
      <div className={styles.scroll}>
        <table className={styles.terms}>
          <thead>
            <tr>
              <th scope="col">{words.columns.name}</th>
              {open && <th scope="col">{words.columns.before}</th>}
              <th scope="col">{open ? words.columns.after : words.endedColumns.after}</th>
            </tr>
          </thead>
          <tbody>
            {terms.map(({ name, before, after }) => (
              <tr key={name} data-changed={(open && before !== after) || undefined}>
                <th scope="row">{nameOfField(name)}</th>
                {open && <td>{before === null ? words.unset : valueWords(name, before)}</td>}
                <td>{open && before === after ? words.unchanged : valueWords(name, after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
