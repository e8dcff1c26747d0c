import type { StaffSubjects } from '../ports.ts';

/** The owners, by their UID, of what a field of the input names: `select` has it as `$1`, and returns `uid`. */
export const ownersBy =
  (field: string, select: string): StaffSubjects =>
  async (sql, input) => {
    const rows = await sql.query<{ uid: string }>(select, [Reflect.get(input, field)]);
    return rows.map(({ uid }) => uid);
  };
