/**
 * Types that the generated check uses. Assignability alone is not enough: passing a property that the host no longer
 * reads is not an assignment error, and methods are compared bivariantly. So the arguments of every reachable function
 * are compared again, contravariantly and key by key.
 */
export const CHECK_PRELUDE = `
declare function value<T>(): T;
type Nothing<T extends never> = T;
type IsAny<T> = 0 extends 1 & T ? true : false;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Fn = (...args: never[]) => unknown;
type Ctor = abstract new (...args: never[]) => unknown;
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Keys of every member of a union, without index signatures. */
type KeysOf<T> = T extends Fn | Ctor | readonly unknown[] ? never
  : T extends object ? keyof { [K in keyof T as string extends K ? never : K extends string ? K : never]: 0 }
  : never;
type At<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never;
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;
type Open<T> = unknown extends T ? true : true extends (T extends object ? (string extends keyof T ? true : never) : never) ? true : false;
type Position = '0' | '1' | '2' | '3' | '4' | '5';
type Depth = [0, 0, 0, 0, 0];

/** Keys of what flows from Old into New that New does not know. */
type Lost<Old, New, P extends string, D> = D extends [unknown, ...infer R]
  ? true extends IsAny<Old> | IsAny<New> | Same<Old, New> | Open<New> ? never
  : | { [K in Exclude<KeysOf<Old>, KeysOf<New>>]: \`\${P}\${K}\` }[Exclude<KeysOf<Old>, KeysOf<New>>]
    | { [K in KeysOf<Old> & KeysOf<New>]: Lost<At<Old, K>, At<New, K>, \`\${P}\${K}.\`, R> }[KeysOf<Old> & KeysOf<New>]
    | ([ElementOf<Old>] extends [never] ? never : Lost<ElementOf<Old>, ElementOf<New>, P, R>)
  : never;

/** What functions with the arguments Old are given and those with the arguments New do not take. */
type Arguments<Old, New, P extends string, D> =
  | (Old extends New ? never : P extends \`\${infer Path}.\` ? \`the arguments of \${Path}\` : 'its arguments')
  | { [I in Position]: Lost<At<Old, I>, At<New, I>, P, D> }[Position];

/** What can be given to Old and its parts and not to New and its parts. */
type Rejected<Old, New, P extends string = '', D = Depth> = D extends [unknown, ...infer R]
  ? true extends IsAny<Old> | IsAny<New> | Same<Old, New> ? never
  : [Old] extends [Fn]
    ? [New] extends [Fn]
      ? Arguments<Parameters<Old>, Parameters<New>, P, R> | Rejected<ReturnType<Old>, ReturnType<New>, P, R>
      : never
  : [Old] extends [Ctor]
    ? [New] extends [Ctor]
      ? Arguments<ConstructorParameters<Old>, ConstructorParameters<New>, P, R> | Rejected<InstanceType<Old>, InstanceType<New>, P, R>
      : never
  : [Old] extends [Promise<infer O>]
    ? New extends Promise<infer N> ? Rejected<O, N, P, R> : never
  : [Old] extends [readonly (infer O)[]]
    ? New extends readonly (infer N)[] ? Rejected<O, N, P, R> : never
  : { [K in KeysOf<Old> & KeysOf<New>]: Rejected<At<Old, K>, At<New, K>, \`\${P}\${K}.\`, R> }[KeysOf<Old> & KeysOf<New>]
  : never;

/** A constant may get another value: its number or text is no promise, the kind of it is. */
type Constant<T> = T extends Fn | Ctor ? T
  : T extends number ? number
  : T extends boolean ? boolean
  : T extends readonly unknown[] ? (number extends T['length'] ? T : readonly Constant<T[number]>[])
  : T extends object ? { [K in keyof T]: Constant<T[K]> }
  : T;
type Kept<Old, New> = true extends IsAny<Old> | Same<Old, New> ? Old
  : [Old] extends [string] ? (IsUnion<Old> extends false ? string : Old)
  : Constant<Old>;

type ArgumentsOf<T> = T extends (...args: infer A) => unknown ? A : never;
/** Every text that can be the first argument of a function. */
type FirstArgument<T> = T extends (...args: infer A) => unknown ? Extract<At<A, '0'>, string> : never;
`;
