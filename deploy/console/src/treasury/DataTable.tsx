import { Heading, Stack } from '@tessera/ui';
import { type ReactNode, useId } from 'react';
import support from '../support/SupportScreen.module.css';
import { Table } from '../table/Table.tsx';
import { texts } from '../texts.ts';
import styles from './TreasuryScreen.module.css';

const words = texts.treasury;

type Column = keyof typeof words.columns;
/** A cell: `long` text breaks into lines, `bad` stands out. */
type Cell = ReactNode | { readonly text: string; readonly long?: boolean; readonly bad?: boolean };
type DataRow = { readonly key: string; readonly cells: readonly Cell[] };

const isMarked = (cell: Cell): cell is Extract<Cell, { readonly text: string }> =>
  typeof cell === 'object' && cell !== null && 'text' in cell;

/** A table under its heading; without rows it says what that means. */
export function DataTable({
  name,
  columns,
  rows,
}: {
  readonly name: keyof typeof words.tables;
  readonly columns: readonly Column[];
  readonly rows: readonly DataRow[];
}) {
  const heading = useId();
  return (
    <Stack as="section" gap={2} below={6} aria-labelledby={heading}>
      <Heading id={heading} size={16}>
        {words.tables[name]}
      </Heading>
      {rows.length === 0 ? (
        <p className={support.none}>{words.none[name]}</p>
      ) : (
        <Table
          className={styles.table}
          columns={columns.map((column) =>
            column === 'actions' ? { hidden: words.columns.actions } : words.columns[column],
          )}
        >
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, n) => {
                const cell = cells[n];
                return isMarked(cell) ? (
                  <td key={column} data-long={cell.long || undefined} data-bad={cell.bad || undefined}>
                    {cell.text}
                  </td>
                ) : (
                  <td key={column}>{cell}</td>
                );
              })}
            </tr>
          ))}
        </Table>
      )}
    </Stack>
  );
}
