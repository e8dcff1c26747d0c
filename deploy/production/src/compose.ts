import { readYaml } from './repository.ts';

export type Service = {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
};

export type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

export const COMPOSE = 'deploy/production/compose.yaml';

export const readCompose = (): Compose => readYaml(COMPOSE) as Compose;

export function serviceOf({ services }: Pick<Compose, 'services'>, name: string): Service {
  const service = services[name];
  if (!service) throw new Error(`${COMPOSE} has no service ${name}.`);
  return service;
}

/** `${NAME}`, `${NAME:-otherwise}`, `${NAME:?message}`, of which the innermost: `otherwise` may be another one. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::([-?])([^{}]*))?\}/g;

export type Variable = { readonly name: string; readonly otherwise?: string; readonly required: boolean };

type Found = readonly [name: string, kind: string | undefined, rest: string];

/** Replaces variables from the inside until there is none. */
function replaced(text: string, by: (...found: Found) => string): string {
  const next = text.replaceAll(VARIABLE, (_all, name: string, kind: string | undefined, rest = '') =>
    by(name, kind, rest),
  );
  return next === text ? text : replaced(next, by);
}

/** Environment variables that a text requires. */
export function variablesIn(text: string): Variable[] {
  const found: Variable[] = [];
  replaced(text, (name, kind, rest) => {
    found.push({ name, required: kind === '?', ...(kind === '-' ? { otherwise: rest } : {}) });
    return '';
  });
  return found;
}

/** Interpolates a text like Compose; throws the message of a required variable that is not set. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  replaced(text, (name, kind, rest) => {
    const value = values[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return kind === '-' ? rest : '';
  });

/** The environment of a service. */
export const environmentOf = (
  { environment = {} }: Service,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), values)]));
