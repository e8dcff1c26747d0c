import { readFileSync } from 'node:fs';
import { type Descriptor, parseDescriptor, ReleaseError } from '@tessera/releases';

/** Polling interval in ms: unlike file events, polling detects editors that save by renaming. */
const LOOKS_EVERY = 300;

/** Result of reading a descriptor. */
export type Verdict = { readonly descriptor: Descriptor } | { readonly faults: string };

/** Validates the descriptor of a remote; `where` is used in the faults. */
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

/** Reports the result of the descriptor now and after every change. Returns a function that stops watching. */
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
