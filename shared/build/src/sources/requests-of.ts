import { extname } from 'node:path';
import { parseSync } from '@swc/core';
import { transform as readStyles } from 'lightningcss';

/** What a source file asks for while it is bundled. Type imports are erased, so they are no part of it. */
export type Requests = {
  /** As written: `./page.tsx`, `@tessera/api/spot`, `react`. */
  readonly modules: readonly string[];
  /** `import(`./i18n/${code}.json`)`: every file whose path has this beginning and this end. */
  readonly patterns: readonly { readonly start: string; readonly end: string }[];
};

type Node = { readonly type: string; readonly [field: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

type Specifier = { readonly isTypeOnly?: boolean };
type Argument = { readonly expression: Node };

/** `import type …`, `export type …`, or braces in which every name is a type. */
const isErased = ({ typeOnly, specifiers }: Node): boolean => {
  const names = (specifiers ?? []) as readonly Specifier[];
  return typeOnly === true || (names.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly));
};

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'StringLiteral' ? (node.value as string) : undefined;

function patternOf(node: Node): Requests['patterns'][number] | undefined {
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = (node.quasis as readonly { readonly cooked?: string }[]).map(({ cooked }) => cooked ?? '');
  return { start: parts[0] ?? '', end: parts.at(-1) ?? '' };
}

const isName = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node.value === name;

/** `import()`, `require()`, `require.resolve()`, `import.meta.resolve()`. */
function loads(callee: Node): boolean {
  if (callee.type === 'Import' || isName(callee, 'require')) return true;
  if (callee.type !== 'MemberExpression' || !isName(callee.property, 'resolve')) return false;
  return isName(callee.object, 'require') || (isNode(callee.object) && callee.object.type === 'MetaProperty');
}

/** `import.meta.url` */
const isOwnAddress = (argument: Argument | undefined): boolean =>
  argument?.expression.type === 'MemberExpression' &&
  isName(argument.expression.property, 'url') &&
  (argument.expression.object as Node).type === 'MetaProperty';

function requestsOfCode(code: string, tsx: boolean): Requests {
  const modules = new Set<string>();
  const patterns: { start: string; end: string }[] = [];
  const visit = (node: Node): void => {
    if (/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration)$/.test(node.type)) {
      const request = textOf(node.source as Node | undefined);
      if (request !== undefined && !isErased(node)) modules.add(request);
    }
    const takesPath =
      (node.type === 'CallExpression' && loads(node.callee as Node)) ||
      (node.type === 'NewExpression' && isName(node.callee, 'URL') && isOwnAddress((node.arguments as Argument[])[1]));
    const path = takesPath ? (node.arguments as readonly Argument[])[0]?.expression : undefined;
    if (path) {
      const request = textOf(path);
      const pattern = patternOf(path);
      if (request !== undefined) modules.add(request);
      if (pattern?.start.startsWith('.')) patterns.push(pattern);
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        // Arguments and declarators are wrapped in objects without a type.
        if (isNode(child)) visit(child);
        else if (isNode((child as { expression?: unknown } | null)?.expression)) visit(child.expression);
      }
    }
  };
  visit(parseSync(code, { syntax: 'typescript', tsx, target: 'es2022' }) as unknown as Node);
  // The compiler writes this import into a file with JSX.
  if (tsx) modules.add('react/jsx-runtime');
  return { modules: [...modules], patterns };
}

function requestsOfStyles(code: Buffer, filename: string): Requests {
  const { dependencies, exports } = readStyles({ filename, code, cssModules: true, analyzeDependencies: true });
  const composed = Object.values(exports || {}).flatMap(({ composes }) => composes);
  return {
    modules: [
      ...(dependencies ?? []).flatMap((each) => ('url' in each ? [each.url] : [])),
      ...composed.flatMap((each) => (each.type === 'dependency' ? [each.specifier] : [])),
    ].filter((url) => !/^([a-z]+:|#|\/)/i.test(url)),
    patterns: [],
  };
}

/** The code of a page's template (`<% … %>`, `<%= … %>`). */
const codeOfTemplate = (text: string): string =>
  [...text.matchAll(/<%([=-]?)([\s\S]*?)%>/g)]
    .map(([, prints, code = '']) => (prints ? `(${code});` : code))
    .join('\n');

/** Throws where the file is no code that the compiler reads. */
export function requestsOf(path: string, content: Buffer): Requests {
  switch (extname(path)) {
    case '.ts':
    case '.mjs':
    case '.cjs':
    case '.js':
      return requestsOfCode(content.toString(), false);
    case '.tsx':
      return requestsOfCode(content.toString(), true);
    case '.css':
      return requestsOfStyles(content, path);
    case '.ejs':
    case '.html':
      return requestsOfCode(codeOfTemplate(content.toString()), false);
    default:
      return { modules: [], patterns: [] };
  }
}
