import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMPOSE, type Compose, environmentOf, readCompose, type Service, serviceOf, variablesIn } from './compose.ts';
import { composeFaults } from './compose-schema.ts';
import { environmentNames, missingNames } from './environment-names.ts';
import { baseImages, DOCKERFILE } from './image.ts';
import { ROOT, readText, readYaml } from './repository.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
/** Services that run our image. */
const parts = services.filter(([, { image }]) => image.includes('TESSERA_IMAGE'));
const scriptOf = ({ command = [] }: Service): string => command.at(-1) ?? '';

/** A modified copy. */
const changed = (change: (copy: Compose) => void): Compose => {
  const copy = structuredClone(compose);
  change(copy);
  return copy;
};

describe('the Compose file', () => {
  test('matches the specification', () => {
    expect(composeFaults(compose)).toEqual([]);
  });

  test.each<[string, (copy: never) => void]>([
    [
      'a wrong name in a service',
      ({ services }: { services: Record<string, object> }) =>
        Object.assign(services.gateway ?? {}, { comand: ['node'] }),
    ],
    [
      'a wrong name in a health check',
      ({ services }: { services: { gateway: { healthcheck: object } } }) =>
        Object.assign(services.gateway.healthcheck, { intervall: '3s' }),
    ],
    [
      'an unknown condition',
      ({ services }: { services: { backend: { depends_on: object } } }) =>
        Object.assign(services.backend.depends_on, { postgres: { condition: 'healthy' } }),
    ],
    ['a wrong name at the top', (copy: object) => Object.assign(copy, { volume: {} })],
    [
      'a duration that is none',
      ({ services }: { services: { nginx: { healthcheck: object } } }) =>
        Object.assign(services.nginx.healthcheck, { timeout: 'soon' }),
    ],
  ])('is validated: %s is found', (_what, change) => {
    expect(composeFaults(changed(change as (copy: Compose) => void))).not.toEqual([]);
  });

  test('names only existing volumes, networks, secrets and services, and all of them', () => {
    const volumes = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const named = volumes.filter((volume) => !volume.startsWith('.'));
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)));
    const networks = services.flatMap(([, service]) => service.networks ?? []);
    expect(new Set(networks)).toEqual(new Set(Object.keys(compose.networks)));
    const secrets = services.flatMap(([, service]) => service.secrets ?? []);
    expect(new Set(secrets)).toEqual(new Set(Object.keys(compose.secrets)));
    for (const file of volumes.filter((volume) => volume.startsWith('.'))) {
      expect(existsSync(join(ROOT, 'deploy/production', file)), file).toBe(true);
    }
    for (const [, { depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const needed = serviceOf(compose, name);
        if (condition === 'service_healthy') expect(needed.healthcheck, name).toBeDefined();
        if (condition === 'service_completed_successfully') expect(needed.restart, name).toBe('on-failure:3');
      }
    }
  });

  test('requires every secret, and contains none', () => {
    const asked = variablesIn(readText(COMPOSE));
    for (const name of [
      'INTERNAL_TOKEN',
      'POSTGRES_PASSWORD',
      'SMTP_URL',
      'TLS_KEY_FILE',
      'DEPOSIT_XPUB_BITCOIN',
      'DEPOSIT_XPUB_ETHEREUM',
      'DEPOSIT_XPUB_TRON',
      'UPLOAD_KEYS',
      'FACTOR_KEY',
    ]) {
      const uses = asked.filter((variable) => variable.name === name);
      expect(uses.length, name).toBeGreaterThan(0);
      for (const use of uses) expect(use, name).toEqual({ name, required: true });
    }
    expect(() => environmentOf(serviceOf(compose, 'gateway'), {})).toThrow('INTERNAL_TOKEN: set it to a random text');
  });

  test('and the example of its environment name the same variables', () => {
    const example = [...readText('deploy/production/compose.env.example').matchAll(/^(# )?([A-Z][A-Z0-9_]*)=/gm)];
    const required = example.filter(([, optional]) => !optional).map(([, , name]) => name);
    const optional = example.filter(([, isOptional]) => isOptional).map(([, , name]) => name);
    const asked = variablesIn(readText(COMPOSE));
    expect(new Set(required)).toEqual(new Set(asked.filter((each) => each.required).map(({ name }) => name)));
    expect(new Set(optional)).toEqual(new Set(asked.filter((each) => !each.required).map(({ name }) => name)));
    expect(readText('deploy/production/compose.env.example')).not.toMatch(/^[A-Z][A-Z0-9_]*=./m);
  });

  test('confines every service', () => {
    for (const [name, service] of services) {
      expect(service.read_only, name).toBe(true);
      expect(service.cap_drop, name).toEqual(['ALL']);
      expect(service.security_opt, name).toContain('no-new-privileges:true');
      expect(service.restart, name).toMatch(/^(unless-stopped|on-failure:3)$/);
      if (service.restart === 'unless-stopped') expect(service.healthcheck, name).toBeDefined();
      // The image of the edge has its own user.
      if (name !== 'nginx') expect(service.user, name).toMatch(/^(node|postgres|1000:1000)$/);
    }
  });

  test('mounts private keys only into the registry and the release step, and exposes only the edge', () => {
    const mounting = (volume: string) =>
      services.filter(([, { volumes = [] }]) => volumes.some((each) => each.startsWith(`${volume}:`)));
    expect(mounting('registry').map(([name]) => name)).toEqual(['release', 'registry']);
    const gateway = serviceOf(compose, 'gateway').volumes ?? [];
    expect(gateway.length).toBeGreaterThan(0);
    for (const volume of gateway) expect(volume).toMatch(/:ro$/);
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['nginx']);
    const onData = services.filter(([, { networks = [] }]) => networks.includes('data'));
    expect(onData.map(([name]) => name)).toEqual(['backend', 'postgres', 'nats']);
  });
});

describe('a part', () => {
  test.each(parts)('%s runs an existing script with settings that it reads', (_name, service) => {
    expect(service.command?.[0]).toBe('node');
    expect(existsSync(join(ROOT, scriptOf(service)))).toBe(true);
    const read = environmentNames(scriptOf(service));
    for (const name of Object.keys(service.environment ?? {})) expect([...read], name).toContain(name);
  });

  test.each(parts)('%s can be given every setting that it reads', (_name, service) => {
    expect(missingNames(scriptOf(service), Object.keys(service.environment ?? {}))).toEqual([]);
  });

  test('explains each setting that it can be given', () => {
    const example = readText('deploy/production/compose.env.example');
    const named = [...readText('deploy/production/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
    for (const name of named) expect(example, name).toContain(`${name}=`);
  });

  test('is the backend with room for young objects, as it is started and measured elsewhere', () => {
    const [, ...args] = serviceOf(compose, 'backend').command ?? [];
    expect(args).toEqual([expect.stringMatching(/^--max-semi-space-size=\d+$/), 'backend/src/main.ts']);
    for (const path of ['backend/test/node-flags.ts', 'deploy/tools/launcher/src/layout.ts', 'docs/production.md'])
      expect(readText(path), path).toContain(args[0]);
  });

  test('logs outcomes that concern security as it is shipped, which are warnings', () => {
    const levels = services.flatMap(([, { environment }]) => environment?.LOG_LEVEL ?? []);
    expect(levels).toHaveLength(3);
    for (const level of levels) expect(level).toMatch(/^\$\{LOG_LEVEL:-warn\}$/);
    expect(readText('deploy/production/k8s/configuration.yaml')).toMatch(/^ {2}LOG_LEVEL: warn$/m);
  });

  test('with a setting that no code reads is found', () => {
    expect(environmentNames('backend/src/main.ts').has('DATABASE_URI')).toBe(false);
    expect(environmentNames('backend/src/main.ts').has('DATABASE_URL')).toBe(true);
    expect(environmentNames('deploy/release/gateway/src/main.ts').has('SIGNING_KEYS')).toBe(true);
  });

  test.each(parts)('%s addresses the others by their names and ports', (_name, service) => {
    const values = {
      INTERNAL_TOKEN: 'x',
      POSTGRES_PASSWORD: 'x',
      SMTP_URL: 'x',
      MAIL_FROM: 'x',
      DEPOSIT_XPUB_BITCOIN: 'x',
      DEPOSIT_XPUB_ETHEREUM: 'x',
      DEPOSIT_XPUB_TRON: 'x',
      UPLOAD_KEYS: 'x',
      FACTOR_KEY: 'x',
      SERVER_NAME: 'x',
    };
    const portOf = { backend: 'BACKEND_PORT', registry: 'REGISTRY_PORT' } as const;
    const env = environmentOf(service, values);
    for (const url of [env.BACKEND_URL, env.REGISTRY_URL]) {
      if (!url) continue;
      const { hostname, port } = new URL(url);
      const other = serviceOf(compose, hostname);
      expect(other.environment?.[portOf[hostname as keyof typeof portOf]]).toBe(Number(port));
      expect(other.networks?.some((network) => service.networks?.includes(network))).toBe(true);
    }
    if (env.DATABASE_URL) expect(new URL(env.DATABASE_URL).hostname).toBe('postgres');
    if (env.NATS_URL) expect(serviceOf(compose, 'nats').command).toContain(new URL(env.NATS_URL).port);
  });

  test('that only serves versions reads the bucket with a key of its own, where there is one', () => {
    const values = { INTERNAL_TOKEN: 'x', SERVER_NAME: 'x', S3_ACCESS_KEY_ID: 'writer', S3_SECRET_ACCESS_KEY: 'a' };
    const reader = { S3_READER_ACCESS_KEY_ID: 'reader', S3_READER_SECRET_ACCESS_KEY: 'b' };
    const keys = (name: string, given: Record<string, string>) => {
      const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environmentOf(serviceOf(compose, name), given);
      return [S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY];
    };
    expect(keys('gateway', { ...values, ...reader })).toEqual(['reader', 'b']);
    expect(keys('registry', { ...values, ...reader })).toEqual(['writer', 'a']);
    expect(keys('gateway', values)).toEqual(['writer', 'a']);
  });

  test('with a health check responds on its configured port', () => {
    const ports = { registry: 'REGISTRY_PORT', gateway: 'PORT', backend: 'BACKEND_PORT' } as const;
    for (const [name, setting] of Object.entries(ports)) {
      const { environment = {}, healthcheck } = serviceOf(compose, name);
      const [, , script = '', url = ''] = healthcheck?.test ?? [];
      expect(existsSync(join(ROOT, script)), script).toBe(true);
      expect(new URL(url).port, name).toBe(String(environment[setting]));
    }
  });
});

describe('the image', () => {
  test('runs the Node that the packages pin', () => {
    const { catalog } = readYaml('pnpm-workspace.yaml') as { readonly catalog: { readonly node: string } };
    for (const image of baseImages()) expect(image).toBe(`node:${catalog.node}-bookworm-slim`);
  });

  test('is built with commands of this repository, and does not run as root', () => {
    const text = readText(DOCKERFILE);
    const scripts = [...text.matchAll(/deploy\/[\w/-]+\.(?:mjs|ts)/g)].map(([script]) => script);
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(existsSync(join(ROOT, script)), script).toBe(true);
    expect(text).toMatch(/^USER node$/m);
    expect(parse(text.match(/^CMD (.*)$/m)?.[1] ?? '')).toEqual(serviceOf(compose, 'gateway').command);
  });

  test('holds the licences of what is installed in it', () => {
    expect(readText(DOCKERFILE)).toMatch(/inventory\/licences\.ts THIRD-PARTY-LICENCES\.txt/);
  });

  test('excludes what must not be in it', () => {
    const ignored = readText(`${DOCKERFILE}.dockerignore`).split('\n');
    for (const path of ['**/node_modules', '**/.data', '**/.env', '.git', 'dist', 'docs'])
      expect(ignored).toContain(path);
  });
});
