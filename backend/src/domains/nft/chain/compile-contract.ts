import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Compiles the contract: `node backend/src/domains/nft/chain/compile-contract.ts`. The result is committed, and a test
 * holds it to the source. The compiler has no other use.
 */

const CONTRACT = 'TesseraWorks';
const folder = import.meta.dirname;

type Compiler = { readonly version: () => string; readonly compile: (input: string) => string };
type Compiled = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly abi: readonly object[]; readonly evm: { readonly bytecode: { readonly object: string } } }
        >
      >
    >
  >;
};

/** The artefact of the contract’s source, as it is committed. Throws where the source has an error. */
export async function compileContract(): Promise<string> {
  const compiler = createRequire(import.meta.url)('solc') as Compiler;
  const file = `${CONTRACT}.sol`;
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: await readFile(join(folder, file), 'utf8') } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      // No hash of the source's path or compiler in the bytecode: the same source is the same code anywhere.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { [CONTRACT]: ['abi', 'evm.bytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(compiler.compile(JSON.stringify(input))) as Compiled;
  const fault = errors.find(({ severity }) => severity === 'error');
  if (fault) throw new Error(fault.formattedMessage);
  const compiled = contracts?.[file]?.[CONTRACT];
  if (!compiled) throw new Error(`${file} holds no contract ${CONTRACT}`);
  const { abi, evm } = compiled;
  return `${JSON.stringify({ compiler: compiler.version(), bytecode: `0x${evm.bytecode.object}`, abi }, null, 2)}\n`;
}

if (import.meta.main) await writeFile(join(folder, 'tessera-works.json'), await compileContract());
