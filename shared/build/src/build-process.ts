// Builds what its parent asks for over IPC, one package after another, and answers each: what a second build finds
// compiled and warm is half of what it would compute in a process of its own.
import { type BuildOptions, buildPackage } from './compile.ts';

/** `failure` says why the package does not build. */
export type BuildAnswer = { readonly failure?: string };

async function answerTo(options: BuildOptions): Promise<BuildAnswer> {
  try {
    await buildPackage(options);
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', async (options: BuildOptions) => process.send?.(await answerTo(options)));
process.on('disconnect', () => process.exit());
