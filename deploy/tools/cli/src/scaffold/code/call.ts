import { UsageError } from '../../usage.ts';
import { addBackendDomain, addPageDomain, apiFolder, backendFolder } from './domain.ts';
import { addImport, addToBlock, PlaceMissing } from './edit.ts';
import { type CallNames, namesOfCall } from './names.ts';
import type { Sources } from './sources.ts';

export type NewCall = {
  readonly domain: string;
  readonly callId: string;
  readonly access: 'public' | 'user' | 'verified';
  /** A read: its hook is a query, regardless of the method. */
  readonly read: boolean;
};

const isRead = ({ method }: CallNames, { read }: NewCall): boolean => method === 'GET' || read;

function declare(sources: Sources, { domain, callId, access }: NewCall, idempotent: boolean): void {
  const folder = apiFolder(domain);
  const flags = idempotent ? ', idempotent: true' : '';
  const moves = idempotent && access !== 'public';
  const value = moves ? "    value: { to: 'nobody', because: 'it does nothing yet' },\n" : '';
  sources.edit(`${folder}/routes.ts`, (text) =>
    addToBlock(text, /routes\(\{/, `  '${callId}': { access: '${access}'${flags} },`),
  );
  sources.edit(`${folder}/contract.ts`, (text) =>
    addToBlock(
      addImport(text, "import * as z from 'zod/mini';"),
      /defineContract\(\w+, \{/,
      `  '${callId}': {\n    input: z.object({}),\n    output: z.object({}),\n    summary: '${callId} in one sentence',\n${value}  },`,
    ),
  );
}

const handlerFile = ({ callId, action }: CallNames, context: string) =>
  `import type { Output, ReadInput } from '@tessera/api/contract';
import type { ${context === 'tx' ? 'Transaction' : 'Sql'} } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

export async function ${action}(
  _${context}: ${context === 'tx' ? 'Transaction' : 'Sql'},
  _input: ReadInput<'${callId}'>,
): Promise<Output<'${callId}'>> {
  throw new DomainError('function_under_development');
}
`;

const handlerTest = ({ callId, method }: CallNames, idempotent: boolean) => {
  const options = idempotent ? "{ token: user.token, idempotencyKey: 'first-try' }" : '{ token: user.token }';
  return `import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let user: Person;
beforeAll(async () => {
  app = await createTestApp();
  user = await signUp(app);
});
afterAll(() => app.close());

describe('${callId}', () => {
  it('${method === 'GET' ? 'returns' : 'does'} what it is for: say it here', async () => {
    const outcome = await app.call('${callId}', {}, ${options});
    expect(outcome).toMatchObject({ type: 'ok' });
  });
});
`;
};

/** How a `queries.ts` names the maker of a hook, and its text with that maker at hand. */
function makerOf(kind: 'query' | 'command', text: string): readonly [own: string, text: string] {
  if (text.includes('const calls = callsOf')) return [`calls.${kind}`, text];
  const taken = /const \{ ([^}]*?) ?\} = callsOf/.exec(text);
  if (!taken) throw new PlaceMissing('queries.ts does not take its hooks from callsOf');
  const makers = (taken[1] ?? '').split(', ');
  if (makers.includes(kind)) return [kind, text];
  return [kind, text.replace(taken[0], `const { ${[...makers, kind].sort().join(', ')} } = callsOf`)];
}

/** A call from contract to handler: whatever is declared already stays as it is. Throws UsageError. */
export function addCall(sources: Sources, call: NewCall): CallNames {
  const names = namesOfCall(call.callId);
  const { domain, callId } = call;
  const routes = sources.read(`${apiFolder(domain)}/routes.ts`);
  if (routes === undefined) throw new UsageError(`There is no domain ${domain}: new domain ${domain}`);
  const door = `${backendFolder(domain)}/index.ts`;
  if (sources.read(door)?.includes(`'${callId}'`)) throw new UsageError(`${callId} has a handler already: ${door}`);
  const declared = routes.includes(`'${callId}'`);
  const kind = isRead(names, call) ? 'query' : 'command';
  const idempotent = declared ? new RegExp(`'${callId}': \\{[^}]*idempotent`).test(routes) : kind === 'command';
  if (!declared) declare(sources, call, idempotent);
  addPageDomain(sources, domain);
  // What `declare` says that it returns.
  if (!declared) {
    sources.edit(`${apiFolder(domain)}/fixtures.ts`, (text) =>
      addToBlock(text, /export const \w+Fixtures = \{/, `  '${callId}': {},`),
    );
  }
  addBackendDomain(sources, domain, `${domain.charAt(0).toUpperCase()}${domain.slice(1)}.`);

  sources.edit(`${apiFolder(domain)}/queries.ts`, (text) => {
    const [own, prepared] = makerOf(kind, text);
    return `${prepared.trimEnd()}\n\nexport const ${names.hook} = ${own}('${callId}');\n`;
  });
  const context = idempotent ? 'tx' : 'database';
  sources.create(`${backendFolder(domain)}/${names.file}.ts`, handlerFile(names, context));
  sources.create(`${backendFolder(domain)}/${names.file}.test.ts`, handlerTest(names, idempotent));
  sources.edit(door, (text) =>
    addToBlock(
      addImport(text, `import { ${names.action} } from './${names.file}.ts';`),
      /\bcalls: \{/,
      `    '${callId}': ({ ${context} }, input) => ${names.action}(${context}, input),`,
    ),
  );
  return names;
}
