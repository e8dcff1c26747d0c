import type { DeclarationSet } from '../contract.ts';
import { CHECK_PRELUDE } from './check-prelude.ts';
import { parseSelector, type Selector } from './selector.ts';

/**
 * Lines of the check file (from 1) that check the same part in several ways. `assign`: the new type is assigned to the
 * old one. `reject`: arguments and their keys. `words`: no finding itself, but explains why arguments are rejected.
 * `probe`: fails if the block does not apply.
 */
export type Block = {
  readonly probe?: number;
  readonly assign: number;
  readonly reject: number;
  readonly words?: number;
};

/** Checks of one used part: the first block that applies counts. */
export type Check = { readonly request: string; readonly selector: Selector; readonly blocks: readonly Block[] };

export type CheckFile = { readonly text: string; readonly checks: readonly Check[] };

/** Type expressions of a part before and after. */
type Sides = { readonly before: string; readonly after: string };

const moduleOf = (path: string) => path.replace(/\.d\.ts$/, '.js');

class Lines {
  readonly all = CHECK_PRELUDE.split('\n');
  /** Returns the number of the line. */
  add = (line: string): number => this.all.push(line);
  /** Returns a unique name. */
  name = (): string => `_${this.all.length}`;

  plain({ before, after }: Sides, probe?: number): Block {
    return {
      ...(probe ? { probe } : {}),
      assign: this.add(`export const ${this.name()}: Kept<${before}, ${after}> = value<${after}>();`),
      reject: this.add(`export type ${this.name()} = Nothing<Rejected<${before}, ${after}>>;`),
      words: this.add(`export const ${this.name()}: ArgumentsOf<${after}> = value<ArgumentsOf<${before}>>();`),
    };
  }

  /** Checks a function whose other types depend on its first argument, with that argument fixed. */
  withArgument(sides: Sides, argument: string): Block {
    const given = { before: `${sides.before}<'${argument}'>`, after: `${sides.after}<'${argument}'>` };
    return this.plain(given, this.add(`export type ${this.name()} = ${given.before};`));
  }

  /** The same with each first argument that the old type accepted. */
  withEveryArgument({ before, after }: Sides): Block {
    const keys = this.name();
    this.add(`type ${keys} = FirstArgument<${before}>;`);
    const old = this.name();
    // Without string literals as first arguments there would be nothing to compare, and the check would always pass.
    const some = `export type ${this.name()}_ = Nothing<[${keys}] extends [never] ? 1 : never>;`;
    const probe = this.add(`type ${old} = { [K in ${keys}]: ${before}<K> }; ${some}`);
    const now = `{ [K in ${keys}]: ${after}<K> }`;
    return {
      probe,
      assign: this.add(`export const ${this.name()}: ${old} = value<${now}>();`),
      reject: this.add(`export type ${this.name()} = Nothing<Rejected<${old}, ${now}>>;`),
    };
  }

  /**
   * Checks any other generic function with its type parameter open: the compiler does not consider two copies of one
   * generic signature equal if it contains conditional types, as `callsOf` of the API does.
   */
  withAnyType(sides: Sides): Block {
    const open = { before: `${sides.before}<any>`, after: `${sides.after}<any>` };
    return this.plain(open, this.add(`export type ${this.name()} = ${open.before};`));
  }
}

/**
 * Builds a program that does not compile if the new declarations cannot replace a used part of the old ones. Expects
 * the declarations in `before/` and `after/`; `packages` are the other packages that they import.
 */
export function checkFile(
  before: DeclarationSet,
  after: DeclarationSet,
  uses: Readonly<Record<string, readonly Selector[]>>,
  packages: readonly string[],
): CheckFile {
  const lines = new Lines();
  const checks: Check[] = [];
  // An unresolved import would be `any`, which fits everything.
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
