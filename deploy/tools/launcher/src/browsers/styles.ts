import type { CompatData, Identifier } from '@mdn/browser-compat-data/types';
import { transform } from 'lightningcss';
import { featuresOf, lacking, type Missing } from './support.ts';

const at = (data: CompatData, group: 'properties' | 'selectors' | 'at-rules' | 'types', name: string) =>
  (data.css[group] as Identifier | undefined)?.[name] as Identifier | undefined;

/** Judges compiled style sheets by the data. */
export function styleJudge(data: CompatData): (source: string) => readonly Missing[] {
  const lengths = at(data, 'types', 'length');
  const units = new Map([
    ...featuresOf(lengths),
    ...['dvh', 'svh', 'lvh', 'dvw', 'dvi', 'dvb'].map(
      (unit) => [unit, lengths?.viewport_percentage_units_dynamic] as const,
    ),
  ]);
  return (source) => {
    const found = new Map<string, Identifier | undefined>();
    const add = (feature: string, group: Parameters<typeof at>[1], name: string) =>
      found.set(feature, at(data, group, name));
    transform({
      filename: 'a.css',
      code: Buffer.from(source),
      visitor: {
        Declaration(declaration) {
          const { property } = declaration;
          if (property !== 'custom' && property !== 'unparsed') add(property, 'properties', property);
          else if (property === 'custom' && !declaration.value.name.startsWith('--'))
            add(declaration.value.name, 'properties', declaration.value.name);
        },
        Selector(selector) {
          for (const part of selector)
            if (part.type === 'pseudo-class' || part.type === 'pseudo-element')
              add(`:${part.kind}`, 'selectors', part.kind);
        },
        Rule(rule) {
          if (rule.type !== 'style') add(`@${rule.type}`, 'at-rules', rule.type);
        },
      },
    });
    for (const [, name = ''] of source.matchAll(/([a-z][a-z-]*)\(/g)) {
      const type = name === 'color-mix' ? at(data, 'types', 'color')?.['color-mix'] : at(data, 'types', name);
      if (type) found.set(`${name}()`, type as Identifier);
    }
    for (const [, unit = ''] of source.matchAll(/\d([a-z]+)\b/g))
      if (units.has(unit)) found.set(`a length in ${unit}`, units.get(unit));
    return [...found].flatMap(([feature, known]) => {
      const browsers = known?.__compat ? lacking(known.__compat) : [];
      return browsers.length > 0 ? [{ feature, browsers }] : [];
    });
  };
}
