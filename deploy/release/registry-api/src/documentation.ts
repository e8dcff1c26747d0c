import type { JsonCall } from '@tessera/api/kit/json';
import * as z from 'zod/mini';
import { registryContract } from './contract.ts';
import { releaseErrors, serviceErrors, statusOfError } from './errors.ts';

const ACCESS: Readonly<Record<string, string>> = { public: 'anyone', staff: 'staff', operator: 'operator, admin' };

const code = (text: string): string => `\`${text}\``;
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** `name`, `percent`, `force?`: the fields of an input. */
const fieldsOf = ({ input }: JsonCall): string =>
  Object.entries(input.shape)
    .map(([name, schema]) => code(`${name}${z.safeParse(schema, undefined).success ? '?' : ''}`))
    .join(', ');

const calls = Object.entries<JsonCall>(registryContract).map(([id, call]) =>
  row(code(id), ACCESS[call.access] ?? call.access, fieldsOf(call), call.summary, call.errors.map(code).join(', ')),
);

const statuses = [...new Set(Object.values({ ...serviceErrors, ...releaseErrors }))].sort(
  (left, right) => left - right,
);
const errors = statuses.map((status) => {
  const codes = Object.keys({ ...serviceErrors, ...releaseErrors }).filter((each) => statusOfError(each) === status);
  return row(String(status), codes.map(code).join(', '));
});

/** The tables of calls and errors in the docs. */
export const registryDocumentation = [
  row('Call', 'Who', 'Input', '', 'Errors'),
  '|---|---|---|---|---|',
  ...calls,
  '',
  row('Status', 'Errors'),
  '|---|---|',
  ...errors,
].join('\n');
