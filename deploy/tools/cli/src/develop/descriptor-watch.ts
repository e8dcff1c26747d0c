import { readFileSync } from 'node:fs';
import { type Descriptor, parseDescriptor, ReleaseError } from '@tessera/releases';

/** ms between two looks at the file: unlike an event, a look misses nothing where an editor saves by renaming. */
const LOOKS_EVERY = 300;

/** What a descriptor on disk is good for. */
export type Verdict = { readonly descriptor: Descriptor } | { readonly faults: string };

/** Judges the text of the descriptor of that remote; `where` is named in the faults. */
export function judge(text: string, name: string, where: string): Verdict {
  try {
    const descriptor = parseDescriptor(JSON.parse(text), where);
    if (descriptor.name === name) return { descriptor };
    return { faults: `${where} is that of ${descriptor.name}, but its folder is ${name}.` };
  } catch (error) {
    if (error instanceof SyntaxError) return { faults: `${where} is not JSON: ${error.message}` };
    if (error instanceof ReleaseError) return { faults: error.message };
    throw error;
  }
}

function judgeFile(path: string, name: string, where: string): Verdict {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { faults: `${where} cannot be read: ${error instanceof Error ? error.message : error}` };
  }
  return judge(text, name, where);
}

/** Says what the descriptor is worth, now and after every change that alters it. Returns a function that ends it. */
export function watchDescriptor(
  path: string,
  name: string,
  where: string,
  say: (verdict: Verdict) => void,
): () => void {
  let said: string | undefined;
  const look = () => {
    const verdict = judgeFile(path, name, where);
    const text = JSON.stringify(verdict);
    if (text === said) return;
    said = text;
    say(verdict);
  };
  look();
  const looking = setInterval(look, LOOKS_EVERY);
  return () => clearInterval(looking);
}
