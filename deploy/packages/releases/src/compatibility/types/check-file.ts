import type { DeclarationSet } from '../contract.ts';
import { CHECK_PRELUDE } from './check-prelude.ts';
import { parseSelector, type Selector } from './selector.ts';

/**
 * Lines of the check file (from 1) that say the same thing in several ways. `assign`: the new type is given where the
 * old one is expected. `refuse`: arguments and their keys. `words`: no finding of its own, but says why arguments are
 * refused. `probe`: fails where the block does not apply.
 */
export type Block = {
  readonly probe?: number;
  readonly assign: number;
  readonly refuse: number;
  readonly words?: number;
};

/** How one used part is checked: the first block that applies counts. */
export type Check = { readonly request: string; readonly selector: Selector; readonly blocks: readonly Block[] };

export type CheckFile = { readonly text: string; readonly checks: readonly Check[] };

/** Before and after as the compiler names a part of them. */
type Sides = { readonly before: string; readonly after: string };

const moduleOf = (path: string) => path.replace(/\.d\.ts$/, '.js');

class Lines {
  readonly all = CHECK_PRELUDE.split('\n');
  /** Returns the number of the line. */
  add = (line: string): number => this.all.push(line);
  /** A name that nothing else has. */
  name = (): string => `_${this.all.length}`;

  plain({ before, after }: Sides, probe?: number): Block {
    return {
      ...(probe ? { probe } : {}),
      assign: this.add(`export const ${this.name()}: Kept<${before}, ${after}> = value<${after}>();`),
      refuse: this.add(`export type ${this.name()} = Nothing<Refused<${before}, ${after}>>;`),
      words: this.add(`export const ${this.name()}: ArgumentsOf<${after}> = value<ArgumentsOf<${before}>>();`),
    };
  }

  /** A function whose other types follow from its first argument, with that argument given. */
  withArgument(sides: Sides, argument: string): Block {
    const given = { before: `${sides.before}<'${argument}'>`, after: `${sides.after}<'${argument}'>` };
    return this.plain(given, this.add(`export type ${this.name()} = ${given.before};`));
  }

  /** The same with each first argument that it knew. */
  withEveryArgument({ before, after }: Sides): Block {
    const keys = this.name();
    this.add(`type ${keys} = FirstArgument<${before}>;`);
    const old = this.name();
    // A function whose first argument is no text has no such arguments: compared by none, it would always pass.
    const some = `export type ${this.name()}_ = Nothing<[${keys}] extends [never] ? 1 : never>;`;
    const probe = this.add(`type ${old} = { [K in ${keys}]: ${before}<K> }; ${some}`);
    const now = `{ [K in ${keys}]: ${after}<K> }`;
    return {
      probe,
      assign: this.add(`export const ${this.name()}: ${old} = value<${now}>();`),
      refuse: this.add(`export type ${this.name()} = Nothing<Refused<${old}, ${now}>>;`),
    };
  }

  /**
   * A generic function of any other kind, with its parameter open: the compiler does not take two copies of one generic
   * signature for the same where it holds conditional types, as `callsOf` of the API does.
   */
  withAnyType(sides: Sides): Block {
    const open = { before: `${sides.before}<any>`, after: `${sides.after}<any>` };
    return this.plain(open, this.add(`export type ${this.name()} = ${open.before};`));
  }
}

/**
 * A program that does not compile where a used part of the old declarations cannot be replaced by the new. Expects the
 * declarations in `before/` and `after/`; `packages` are the requests of other packages that they name.
 */
export function checkFile(
  before: DeclarationSet,
  after: DeclarationSet,
  uses: Readonly<Record<string, readonly Selector[]>>,
  packages: readonly string[],
): CheckFile {
  const lines = new Lines();
  const checks: Check[] = [];
  // What cannot be found would count as `any`, which fits everything.
  for (const request of packages) lines.add(`import type * as ${lines.name()} from '${request}';`);
  for (const [request, selectors] of Object.entries(uses)) {
    const [from, to] = [before.entries[request], after.entries[request]];
    if (from === undefined || to === undefined) continue;
    const sides = { before: lines.name(), after: '' };
    lines.add(`import type * as ${sides.before} from './before/${moduleOf(from)}';`);
    sides.after = lines.name();
    lines.add(`import type * as ${sides.after} from './after/${moduleOf(to)}';`);
    const general = new Map<string, readonly Block[]>();
    for (const selector of selectors) {
      const { path, argument } = parseSelector(selector);
      const part = path === '*' ? '' : `.${path}`;
      const both = { before: `typeof ${sides.before}${part}`, after: `typeof ${sides.after}${part}` };
      const specific = argument === undefined ? [] : [lines.withArgument(both, argument)];
      const rest =
        general.get(path) ??
        (path === '*'
          ? [lines.plain(both)]
          : [lines.withEveryArgument(both), lines.withAnyType(both), lines.plain(both)]);
      general.set(path, rest);
      checks.push({ request, selector, blocks: [...specific, ...rest] });
    }
  }
  return { text: lines.all.join('\n'), checks };
}
