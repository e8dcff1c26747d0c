import { expect, it } from 'vitest';
import { folderWith } from '../../testing.ts';
import { declarationsOf } from '../testing.ts';
import { typeComparer } from './compare-types.ts';

const compareTypes = typeComparer();

const BEFORE = `
import type { ReactNode } from 'react';
export type ButtonProps = { readonly label: string; readonly size?: 's' | 'm' };
export declare const Grown: (props: ButtonProps) => ReactNode;
export declare const Demanding: (props: ButtonProps) => ReactNode;
export declare const Forgetful: (props: ButtonProps) => ReactNode;
export declare function Retyped(props: ButtonProps): ReactNode;
export declare function Nested(props: { readonly rows: readonly { readonly id: string; readonly icon?: string }[] }): ReactNode;
export declare function Gone(): void;
export declare function unused(value: string): string;
export declare function detail(): { readonly id: string; readonly note: string };
export declare function richer(): { readonly id: string };
export declare function fewer(amount: string, scale?: number): string;
export declare const LIMIT = 20;
export declare const PREFIX = "a";
export declare const RULES: { readonly length: 6; readonly kinds: readonly ["a", "b"] };
export declare const BROKEN: { readonly length: 6 };
export declare class Store {
  #private;
  private size;
  protected grow(): void;
  constructor(size: number);
  read(): string;
}
export declare class Picky {
  #private;
  constructor(size: number);
}
export type Events = { toast: { readonly text: string; readonly tone?: string }; account: { readonly id: string } };
export type Bus = {
  emit<K extends keyof Events>(type: K, value: Events[K]): void;
  on<K extends keyof Events>(type: K, listener: (value: Events[K]) => void): () => void;
};
export declare const bus: Bus;
export declare function call<K extends keyof Events>(key: K): Promise<Events[K]>;
declare const mark: unique symbol;
export declare function marked(): string & { readonly [mark]: true };
`;

const AFTER = `
import type { ReactNode } from 'react';
export type ButtonProps = { readonly label: string; readonly size?: 's' | 'm' };
export declare const Grown: (props: ButtonProps & { readonly tone?: string }) => ReactNode;
export declare const Demanding: (props: ButtonProps & { readonly tone: string }) => ReactNode;
export declare const Forgetful: (props: { readonly label: string }) => ReactNode;
export declare function Retyped(props: { readonly label: number; readonly size?: 's' | 'm' }): ReactNode;
export declare function Nested(props: { readonly rows: readonly { readonly id: string }[] }): ReactNode;
export declare function unused(value: number): number;
export declare function detail(): { readonly id: string };
export declare function richer(): { readonly id: string; readonly note: string };
export declare function fewer(amount: string): string;
export declare const LIMIT = 25;
export declare const PREFIX = "b";
export declare const RULES: { readonly length: 8; readonly kinds: readonly ["b", "a"]; readonly more: true };
export declare const BROKEN: { readonly length: "6" };
export declare class Store {
  #private;
  private size;
  protected grow(): void;
  constructor(size: number);
  read(): string;
  write(): void;
}
export declare class Picky {
  #private;
  constructor(size: number, scale: number);
}
export type Events = { toast: { readonly text: string; readonly tone: string }; account: { readonly id: string }; more: number };
export type Bus = {
  emit<K extends keyof Events>(type: K, value: Events[K]): void;
  on<K extends keyof Events>(type: K, listener: (value: Events[K]) => void): () => void;
};
export declare const bus: Bus;
export declare function call<K extends keyof Omit<Events, 'account'>>(key: K): Promise<Events[K]>;
declare const mark: unique symbol;
export declare function marked(): string & { readonly [mark]: true };
`;

const before = declarationsOf(BEFORE);
const after = declarationsOf(AFTER);

async function differences(...selectors: string[]): Promise<Record<string, string>> {
  const found = await compareTypes(before, after, { '@tessera/ui': selectors });
  return Object.fromEntries(found.map(({ selector, message }) => [selector, message]));
}

it('additions and changes of implementation or values are compatible', async () => {
  const kept = ['Grown', 'richer', 'LIMIT', 'PREFIX', 'RULES', 'Store', 'marked'];
  const calls = ["bus.emit('account')", "bus.on('account')", "bus.on('toast')", 'bus.on(*)', "call('toast')"];
  expect(await differences(...kept, ...calls)).toEqual({});
});

it('a part that a remote can no longer use is reported with the message of the compiler', async () => {
  const expected = {
    Demanding: "Property 'tone' is missing in type 'ButtonProps' but required in type '{ readonly tone: string; }'.",
    Forgetful: 'No longer taken: size.',
    Retyped: "Type 'string' is not assignable to type 'number'.",
    Nested: 'No longer taken: rows.icon.',
    Gone: "Property 'Gone' does not exist on type 'the module as provided'.",
    detail: expect.stringContaining("Property 'note' is missing"),
    fewer: expect.stringContaining('only 1 element'),
    BROKEN: "Type 'string' is not assignable to type 'number'.",
    Picky: expect.stringContaining('2'),
    "bus.emit('toast')": expect.stringContaining("'tone'"),
    'bus.emit(*)': expect.stringContaining('the arguments of toast'),
    bus: expect.stringContaining('the arguments of emit'),
    "call('account')": `Type '"account"' is not assignable to type '"more" | "toast"'.`,
    call: expect.stringContaining('account'),
    '*': expect.stringContaining("'Gone' is missing in type 'the module as provided'"),
  };
  expect(await differences(...Object.keys(expected))).toEqual(expected);
});

it('a module that is no longer declared is reported for every used part', async () => {
  const found = await compareTypes(before, { ...after, entries: {} }, { '@tessera/ui': ['LIMIT', 'Store'] });
  expect(found.map(({ selector }) => selector)).toEqual(['LIMIT', 'Store']);
});

it('a generation has no differences from a copy of itself', async () => {
  const copy = declarationsOf(`${BEFORE}\nexport declare const added: number;`);
  const names = [...BEFORE.matchAll(/export declare (?:const|function|class) (\w+)/g)].map(
    ([, name]) => name as string,
  );
  expect(names).toHaveLength(19);
  expect(await compareTypes(before, copy, { '@tessera/ui': [...names, '*', 'bus.emit(*)'] })).toEqual([]);
});

it('equal hashes need no compiler', async () => {
  const nowhere = typeComparer({ repository: '/nowhere' });
  expect(await nowhere(before, before, { '@tessera/ui': ['Gone'] })).toEqual([]);
});

it('rejects without a compiler, without a package, on a timeout, or if the types do not compile', async () => {
  const used = { '@tessera/ui': ['LIMIT'] };
  const bare = await folderWith({ 'node_modules/react/package.json': '{}' });
  const rejected = (message: RegExp) => ({ code: 'types_not_compared', message: expect.stringMatching(message) });
  await expect(typeComparer({ repository: bare })(before, after, used)).rejects.toMatchObject(
    rejected(/no TypeScript/),
  );
  const foreign = declarationsOf("export { wheel } from 'wheels-of-nobody';");
  await expect(compareTypes(before, foreign, used)).rejects.toMatchObject(rejected(/wheels-of-nobody/));
  await expect(typeComparer({ timeoutMs: 1 })(before, after, used)).rejects.toMatchObject(rejected(/longer than/));
  await expect(compareTypes(before, declarationsOf('export declare const = ;'), used)).rejects.toMatchObject(
    rejected(/do not compile/),
  );
});

const generic = (props: string, returned: string) => `
export declare function Rows<Row>(props: { readonly rows: readonly Row[]; ${props} }): { readonly count: number };
type Changing<C> = { [K in keyof C]: C[K] extends { readonly changes: true } ? K : never }[keyof C];
export declare function kitOf<C>(routes: object): {
  readonly call: <K extends Exclude<keyof C, Changing<C>>>(id: K) => C[K] extends string ? K : never;
  ${returned}
};
`;

it('a generic function is compared only by the parts that do not depend on its type parameter', async () => {
  const before = declarationsOf(generic('readonly head?: string;', 'readonly run: () => void;'));
  const used = { '@tessera/ui': ['Rows', 'kitOf'] };
  const more = declarationsOf(
    generic('readonly head?: string; readonly foot?: string;', 'readonly run: () => void; readonly busy: boolean;'),
  );
  expect(await compareTypes(before, more, used)).toEqual([]);
  const less = declarationsOf(generic('', ''));
  const found = await compareTypes(before, less, used);
  expect(found.map(({ selector, message }) => [selector, message])).toEqual([
    ['Rows', 'No longer taken: head.'],
    ['kitOf', expect.stringContaining("Property 'run' is missing")],
  ]);
});
