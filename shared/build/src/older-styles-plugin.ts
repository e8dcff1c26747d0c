import type { Compiler } from 'webpack';
import webpack from 'webpack';

/** A rule of a compiled style sheet, in which none is nested, with its first selector sign. */
const RULE = /([^{}@;]+)\{([^{}]*)\}/g;
const OWN = /(?:^|;)(translate|rotate|scale):([^;]+)/g;
/** In the order in which browsers apply the three. */
const ORDER = ['translate', 'rotate', 'scale'];
/** A step of an animation. */
const STEP = /^(?:from|to|[\d.]+%)$/;

const DYNAMIC = /(\d)dvh\b/;

/** Splits a value at its spaces, those within brackets aside. */
function partsOf(value: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of value.trim()) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ' ' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter((part) => part !== '');
}

const asFunction = (name: string, value: string): string =>
  value === 'none' ? '' : `${name}(${partsOf(value).join(',')})`;

/** `transform` for what a rule says with `translate`, `rotate` and `scale`; null where it says nothing with them. */
function transformOf(body: string): string | null {
  const own = [...body.matchAll(OWN)].map(([, name = '', value = '']) => [name, value] as const);
  if (own.length === 0 || /(?:^|;)transform:/.test(body)) return null;
  const value = own
    .toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, stated]) => asFunction(name, stated))
    .filter((each) => each !== '')
    .join(' ');
  return `transform:${value || 'none'}`;
}

/** What a rule says in `dvh`, in `vh`; null where it says nothing in it. */
function heightsOf(body: string): string | null {
  const stated = body.split(';').filter((each) => DYNAMIC.test(each));
  return stated.length === 0 ? null : stated.map((each) => each.replace(new RegExp(DYNAMIC, 'g'), '$1vh')).join(';');
}

/**
 * Rules for browsers that lack what no compiler writes otherwise, each behind the rule that it stands for: Chrome knows
 * the properties `translate`, `rotate` and `scale` since 104 and the unit `dvh` since 108.
 */
export const withOlderStyles = (css: string): string =>
  css.replace(RULE, (rule, selector: string, body: string) => {
    // A step of an animation takes no condition: without it nothing moves, and nothing is amiss.
    if (selector.split(',').some((part) => STEP.test(part.trim()))) return rule;
    const transform = transformOf(body);
    const heights = heightsOf(body);
    return [
      rule,
      transform && `@supports not (translate:none){${selector}{${transform}}}`,
      heights && `@supports not (height:1dvh){${selector}{${heights}}}`,
    ].join('');
  });

/** Does so with the style sheets of a build, once they are compiled and small. */
export class OlderStylesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('OlderStylesPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      compilation.hooks.processAssets.tap({ name: 'OlderStylesPlugin', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets))
          if (name.endsWith('.css'))
            compilation.updateAsset(name, new webpack.sources.RawSource(withOlderStyles(String(source.source()))));
      });
    });
  }
}
