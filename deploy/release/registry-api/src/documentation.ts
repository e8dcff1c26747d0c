import type { JsonCall } from '@tessera/api/kit/json';
import * as z from 'zod/mini';
import { registryContract, rightOf } from './contract.ts';
import { releaseErrors, serviceErrors, statusOfError } from './errors.ts';

const whoOf = (call: JsonCall): string => {
  const right = rightOf(call);
  if (right) return `right \`${right}\``;
  return call.access === 'public' ? 'anyone' : 'staff';
};

const code = (text: string): string => `\`${text}\``;
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** `name`, `percent`, `force?`: the fields of an input. */
const fieldsOf = ({ input }: JsonCall): string =>
  Object.entries(input.shape)
    .map(([name, schema]) => code(`${name}${z.safeParse(schema, undefined).success ? '?' : ''}`))
    .join(', ');

const calls = Object.entries<JsonCall>(registryContract).map(([id, call]) =>
  row(code(id), whoOf(call), fieldsOf(call), call.summary, call.errors.map(code).join(', ')),
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
