import { contracts } from '@tessera/api/contract';
import type { Call } from '@tessera/api/kit';
import { replacePart } from '../progress/document.ts';

const FOR: Readonly<Record<Call['access'], string>> = {
  public: 'all',
  user: 'users',
  verified: 'verified users',
  staff: 'staff',
};

/** Names of the input fields; a question mark follows those that may be left out. */
const fieldsOf = ({ input }: Call): string =>
  Object.entries(input.shape)
    .map(([name, field]) => `\`${name}\`${'value' in field['~standard'].validate(undefined) ? '?' : ''}`)
    .join(', ');

export const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = ([callId, call]: [string, Call]): string =>
  `| \`${callId}\` | ${FOR[call.access]} | ${fieldsOf(call)} | ${cell(call.summary)}${call.idempotent ? ' (with a key)' : ''} |`;

/** A table of calls for each domain, in the order of their names. */
const listOfCalls = (): string =>
  Object.entries<Readonly<Record<string, Call>>>(contracts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, calls]) => {
      const rows = Object.entries(calls).map(rowOf).join('\n');
      return `### ${name}\n\n| Call | For | Input | Purpose |\n|---|---|---|---|\n${rows}`;
    })
    .join('\n\n');

/** `docs/api.md` with its list of calls as the contract has them. */
export const withCalls = (document: string): string => replacePart(document, 'calls', listOfCalls());
