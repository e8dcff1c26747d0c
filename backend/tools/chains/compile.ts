import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Compiles the token of local chains and the code that deposit addresses delegate to: `node backend/tools/chains/compile.ts`.
 * The results are committed. What is compiled otherwise has another address: delegates are found by their code.
 */

type Compiled = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly abi: unknown; readonly evm: { readonly bytecode: { readonly object: string } } }>
      >
    >
  >;
};

const SIGNER = join(import.meta.dirname, '../../../deploy/custody/signer/src/chains');
/** Sources, and where their artefacts are committed. */
export const CONTRACTS = [
  {
    name: 'TetherLike',
    source: join(import.meta.dirname, 'TetherLike.sol'),
    artefact: join(import.meta.dirname, 'tether-like.json'),
  },
  { name: 'SweepDelegate', source: join(SIGNER, 'SweepDelegate.sol'), artefact: join(SIGNER, 'sweep-delegate.json') },
] as const;

/** The artefact of a contract, as it is committed. */
export function compileContract({ name, source }: (typeof CONTRACTS)[number]): string {
  const compiler = createRequire(import.meta.url)('solc') as { compile: (input: string) => string };
  const input = {
    language: 'Solidity',
    sources: { [`${name}.sol`]: { content: readFileSync(source, 'utf8') } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { [name]: ['abi', 'evm.bytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(compiler.compile(JSON.stringify(input))) as Compiled;
  const fault = errors.find(({ severity }) => severity === 'error');
  const contract = contracts?.[`${name}.sol`]?.[name];
  if (fault || !contract) throw new Error(fault?.formattedMessage ?? `${name} was not compiled`);
  return `${JSON.stringify({ bytecode: `0x${contract.evm.bytecode.object}`, abi: contract.abi }, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const contract of CONTRACTS) writeFileSync(contract.artefact, compileContract(contract));
}
