import { addImport, addToBlock } from './edit.ts';
import { pascal } from './names.ts';
import type { Sources } from './sources.ts';

export const apiFolder = (domain: string): string => `shared/api/src/domains/${domain}`;
export const backendFolder = (domain: string): string => `backend/src/domains/${domain}`;

const CONTRACTS = 'shared/api/src/contract.ts';
const DOMAINS = 'backend/src/domains.ts';
/** How each domain is played against, or why there is nothing to gain. */
export const PLAYS = 'backend/bench/adversaries/plays.ts';

const routesFile = (domain: string) => `import { routes } from '../../kit/route.ts';

export const ${domain}Routes = routes({});
`;

const contractFile = (domain: string) => `import { defineContract } from '../../kit/contract.ts';
import { ${domain}Routes } from './routes.ts';

export const ${domain}Contract = defineContract(${domain}Routes, {});
export type ${pascal(domain)}Contract = typeof ${domain}Contract;
`;

const queriesFile = (domain: string) => `import { callsOf } from '@tessera/api';
import type { ${pascal(domain)}Contract } from './contract.ts';
import { ${domain}Routes } from './routes.ts';

const calls = callsOf<${pascal(domain)}Contract>(${domain}Routes);
`;

const indexFile = (domain: string) => `export type { ${pascal(domain)}Contract } from './contract.ts';
export { ${domain}Routes } from './routes.ts';
`;

const fixturesFile = (domain: string) => `import type { Output } from '../../kit/contract.ts';
import type { ${pascal(domain)}Contract } from './contract.ts';

type Fixtures = { readonly [K in keyof ${pascal(domain)}Contract]?: Output<${pascal(domain)}Contract[K]> };

export const ${domain}Fixtures = {} satisfies Fixtures;
`;

const fixturesTest = (domain: string) => `import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ${domain}Contract } from './contract.ts';
import { ${domain}Fixtures } from './fixtures.ts';

it.each(Object.entries(${domain}Fixtures))('the fixture of %s is what the contract says', (callId, fixture) => {
  const { output } = ${domain}Contract[callId as keyof typeof ${domain}Fixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});
`;

const backendIndex = (domain: string) => `import { ${domain}Contract } from '@tessera/api/${domain}/contract';
import { defineDomain } from '../../platform/domain.ts';

/** PURPOSE */
export const ${domain} = defineDomain(${domain}Contract, () => ({
  name: '${domain}',
  calls: {},
}));
`;

/** Creates and registers the backend part of a domain; existing files are kept. */
export function addBackendDomain(sources: Sources, domain: string, purpose: string): void {
  const door = `${backendFolder(domain)}/index.ts`;
  if (sources.read(door) !== undefined) return;
  sources.create(door, backendIndex(domain).replace('PURPOSE', purpose));
  sources.edit(DOMAINS, (text) =>
    addToBlock(
      addImport(text, `import { ${domain} } from './domains/${domain}/index.ts';`),
      /export const DOMAINS = \{/,
      `  ${domain},`,
    ),
  );
  sources.edit(PLAYS, (text) => addToBlock(text, /export const PLAYS[^=]*= \{/, `  ${domain}: NO_MONEY,`));
}

/** Creates the page part of a domain: hooks, fixtures and their test. */
export function addPageDomain(sources: Sources, domain: string): void {
  const folder = apiFolder(domain);
  sources.create(`${folder}/queries.ts`, queriesFile(domain));
  sources.create(`${folder}/fixtures.ts`, fixturesFile(domain));
  sources.create(`${folder}/fixtures.test.ts`, fixturesTest(domain));
  sources.create(`${folder}/index.ts`, indexFile(domain));
  sources.edit(`${folder}/index.ts`, (text) =>
    text.includes("'./queries.ts'") ? text : `${text.trimEnd()}\nexport * from './queries.ts';\n`,
  );
}

/** A whole domain under one name in contract, page and backend. */
export function addDomain(sources: Sources, domain: string, purpose: string): void {
  const folder = apiFolder(domain);
  if (sources.read(`${folder}/contract.ts`) === undefined) {
    sources.create(`${folder}/routes.ts`, routesFile(domain));
    sources.create(`${folder}/contract.ts`, contractFile(domain));
    const name = `${domain}Contract`;
    sources.edit(CONTRACTS, (text) =>
      addToBlock(
        addToBlock(
          addImport(text, `import { ${name} } from './domains/${domain}/contract.ts';`),
          /export const contracts: .* = \{/,
          `  ${domain}: ${name},`,
        ),
        /const latter = \{/,
        `  ...${name},`,
      ),
    );
  }
  sources.create(`${folder}/index.ts`, indexFile(domain));
  addBackendDomain(sources, domain, purpose);
}
