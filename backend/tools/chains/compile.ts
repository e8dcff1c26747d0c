import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Compiles the token of local chains: `node backend/tools/chains/compile.ts`. The result is committed.
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

/** The token's artefact, as it is committed. */
export function compileToken(): string {
  const compiler = createRequire(import.meta.url)('solc') as { compile: (input: string) => string };
  const input = {
    language: 'Solidity',
    sources: { 'TetherLike.sol': { content: readFileSync(join(import.meta.dirname, 'TetherLike.sol'), 'utf8') } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { TetherLike: ['abi', 'evm.bytecode.object'] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(compiler.compile(JSON.stringify(input))) as Compiled;
  const fault = errors.find(({ severity }) => severity === 'error');
  const token = contracts?.['TetherLike.sol']?.TetherLike;
  if (fault || !token) throw new Error(fault?.formattedMessage ?? 'the token was not compiled');
  return `${JSON.stringify({ bytecode: `0x${token.evm.bytecode.object}`, abi: token.abi }, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, 'tether-like.json'), compileToken());
}
