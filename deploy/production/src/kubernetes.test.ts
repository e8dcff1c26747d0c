import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCompose, serviceOf } from './compose.ts';
import { environmentNames, missingNames } from './environment-names.ts';
import {
  applied,
  containersOf,
  FOLDER,
  mainContainer,
  type Pod,
  provided,
  readKustomization,
  type Service,
  selects,
  type Workload,
  withData,
  workloads,
} from './kubernetes.ts';
import { type Manifest, typeFaults } from './kubernetes-types.ts';
import { ROOT, readText } from './repository.ts';

const manifests = applied();
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};
const ofKind = <T extends Manifest>(kind: string): T[] => manifests.filter((each): each is T => each.kind === kind);
const everyContainer = workloads().flatMap((workload) =>
  containersOf(workload).map((container) => ({ name: container.name, workload, container })),
);
/** Deployments that run our image. */
const parts = everyContainer.filter(({ container }) => container.image === 'tessera');

describe('the manifests', () => {
  test('match the Kubernetes API', async () => {
    expect(await typeFaults([...manifests, ...provided()])).toEqual([]);
  }, 60_000);

  test('are validated: wrong names, missing ones and wrong values are found', async () => {
    const mutations: readonly [path: string, change: (manifest: never) => void][] = [
      ['Deployment/gateway', ({ spec }: { spec: object }) => Object.assign(spec, { replica: 2 })],
      ['Deployment/gateway', ({ spec }: { spec: object }) => Object.assign(spec, { replicas: 'two' })],
      [
        'Deployment/registry',
        ({ spec }: { spec: { strategy: object } }) => Object.assign(spec.strategy, { type: 'All' }),
      ],
      ['StatefulSet/postgres', ({ spec }: { spec: { selector?: object } }) => delete spec.selector],
      [
        'Service/edge',
        ({ spec }: { spec: { ports: object[] } }) => Object.assign(spec.ports[0] ?? {}, { tragetPort: 1 }),
      ],
      ['NetworkPolicy/edge', ({ spec }: { spec: object }) => Object.assign(spec, { policyType: ['Ingress'] })],
      ['PodDisruptionBudget/edge', ({ spec }: { spec: object }) => Object.assign(spec, { minAvailble: 1 })],
      [
        'Deployment/backend',
        ({ spec }: { spec: { template: { spec: { containers: { readinessProbe: { httpGet: object } }[] } } } }) =>
          Object.assign(spec.template.spec.containers[0]?.readinessProbe.httpGet ?? {}, { url: '/' }),
      ],
    ];
    const mutated = mutations.map(([path, change]) => {
      const [kind = '', name = ''] = path.split('/');
      const copy = structuredClone(named(kind, name));
      change(copy as never);
      return copy;
    });
    const found = await Promise.all(mutated.map((manifest) => typeFaults([manifest])));
    for (const [index, faults] of found.entries()) expect(faults, mutations[index]?.[0]).not.toEqual([]);
  }, 120_000);

  test('are all in the kustomization, whose files exist', () => {
    const { resources, images } = readKustomization(FOLDER);
    const files = readdirSync(join(ROOT, FOLDER)).filter(
      (file) => !/^(kustomization|provided\.example)\.yaml$/.test(file),
    );
    expect(resources.filter((each) => each.endsWith('.yaml')).toSorted()).toEqual(files.toSorted());
    expect(images?.map(({ name }) => name)).toEqual(['tessera']);
    for (const { files: sources } of readKustomization('deploy/production/nginx').configMapGenerator ?? []) {
      for (const file of sources) expect(existsSync(join(ROOT, 'deploy/production/nginx', file)), file).toBe(true);
    }
  });

  test('select pods that are there', () => {
    const labels = workloads().map(({ spec }) => spec.template.metadata.labels);
    const chosen = (asked: Readonly<Record<string, string>>) => labels.some((each) => selects(asked, each));
    for (const { spec, metadata } of workloads()) {
      expect(selects(spec.selector.matchLabels, spec.template.metadata.labels), metadata.name).toBe(true);
    }
    for (const { spec, metadata } of ofKind<Service>('Service'))
      expect(chosen(spec.selector), metadata.name).toBe(true);
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
      const asked = [...JSON.stringify(ofKind(kind)).matchAll(/"matchLabels":(\{[^}]*\})/g)].map(
        ([, text = '']) => text,
      );
      expect(asked.length).toBeGreaterThan(0);
      for (const text of asked) expect(chosen(JSON.parse(text)), text).toBe(true);
    }
  });

  test('name ports that the pods have', () => {
    for (const { spec, metadata } of ofKind<Service>('Service')) {
      const workload = workloads().find((each) => selects(spec.selector, each.spec.template.metadata.labels));
      const ports = workload?.spec.template.spec.containers.flatMap((each) => each.ports ?? []) ?? [];
      for (const { targetPort } of spec.ports) {
        expect(
          ports.map(({ name }) => name),
          metadata.name,
        ).toContain(targetPort);
      }
      // The parts reach each other by the port on which they listen.
      if (metadata.name !== 'edge') expect(spec.ports.map(({ port }) => port)).toEqual([ports[0]?.containerPort]);
    }
    const every = new Set(everyContainer.flatMap(({ container }) => (container.ports ?? []).map(({ name }) => name)));
    for (const [, port = ''] of JSON.stringify(ofKind('NetworkPolicy')).matchAll(/"port":"(\w+)"/g)) {
      expect([...every]).toContain(port);
    }
    for (const { container } of everyContainer) {
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port)
          expect(
            container.ports?.map(({ name }) => name),
            container.name,
          ).toContain(port);
      }
    }
  });

  test('allow every request between the services in the policies', () => {
    const ways = [
      ['edge', 'gateway'],
      ['gateway', 'backend'],
      ['gateway', 'registry'],
      ['registry', 'backend'],
      ['backend', 'postgres'],
      ['backend', 'nats'],
    ] as const;
    for (const [from, to] of ways) {
      const policy = (name: string) => named('NetworkPolicy', name) as Manifest & { spec: Record<string, object> };
      expect(JSON.stringify(policy(from).spec.egress), `${from} to ${to}`).toContain(
        `"app.kubernetes.io/name":"${to}"`,
      );
      expect(JSON.stringify(policy(to).spec.ingress), `${from} to ${to}`).toContain(
        `"app.kubernetes.io/name":"${from}"`,
      );
    }
    const gateway = mainContainer('edge').env?.find(({ name }) => name === 'EDGE_GATEWAY')?.value;
    const [service] = (named('Service', 'gateway') as Service).spec.ports;
    expect(gateway).toBe(`gateway.tessera.svc.cluster.local:${service?.port}`);
  });
});

describe('a container', () => {
  test.each(everyContainer)('$name names existing configuration, secrets and volumes', ({ container, workload }) => {
    const maps = withData();
    const has = (kind: string, name: string, key?: string) =>
      maps.some((each) => {
        const { data = {}, stringData = {} } = each;
        if (each.kind !== kind || each.metadata.name !== name) return false;
        return key === undefined || key in data || key in stringData;
      });
    for (const { name, valueFrom } of container.env ?? []) {
      const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
      if (secretKeyRef) expect(has('Secret', secretKeyRef.name, secretKeyRef.key), name).toBe(true);
      if (configMapKeyRef) expect(has('ConfigMap', configMapKeyRef.name, configMapKeyRef.key), name).toBe(true);
    }
    const { volumes = [] } = workload.spec.template.spec;
    const claimed = (workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
    const mounts = (container.volumeMounts ?? []).map(({ name }) => name);
    for (const mount of mounts) expect([...volumes.map(({ name }) => name), ...claimed]).toContain(mount);
    for (const { configMap, secret, persistentVolumeClaim } of volumes) {
      if (configMap) expect(has('ConfigMap', configMap.name), configMap.name).toBe(true);
      if (secret) expect(has('Secret', secret.secretName), secret.secretName).toBe(true);
      if (persistentVolumeClaim) named('PersistentVolumeClaim', persistentVolumeClaim.claimName);
    }
  });

  test.each(parts)('$name runs an existing script with settings that it reads', ({ container }) => {
    const [node, ...args] = container.command ?? [];
    const script = args.at(-1) ?? '';
    expect(node).toBe('node');
    expect(existsSync(join(ROOT, script))).toBe(true);
    const read = environmentNames(script);
    for (const { name } of container.env ?? []) expect([...read], name).toContain(name);
  });

  test.each(parts)('$name can be given every setting that it reads', ({ container }) => {
    const names = (container.env ?? []).map(({ name }) => name);
    expect(missingNames(container.command?.at(-1) ?? '', names)).toEqual([]);
  });

  test.each(everyContainer)('$name is confined', ({ container, workload }) => {
    const pod: Pod = workload.spec.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    expect(container.image).toMatch(/^(tessera|[a-z/-]+:\d+\.\d+[\w.-]*)$/);
  });

  test('of the registry is the only one with private keys', () => {
    const seeing = workloads().filter(({ spec }) => JSON.stringify(spec).includes('signing-keys'));
    expect(seeing.map(({ metadata }) => metadata.name)).toEqual(['registry']);
    for (const { name } of mainContainer('gateway').env ?? []) expect(name).not.toBe('SIGNING_KEYS');
    for (const { name, readOnly } of mainContainer('gateway').volumeMounts ?? [])
      expect(readOnly ?? name === 'tmp').toBe(true);
    expect(JSON.stringify(mainContainer('gateway').env)).not.toContain('tessera-store-writer');
  });

  test('of the backend asks for thrice the memory that its young objects may take', () => {
    const { command = [], resources = {} } = mainContainer('backend');
    // V8 has three spaces of that size for them.
    const young = 3 * Number(command.join(' ').match(/--max-semi-space-size=(\d+)/)?.[1]);
    const { requests, limits } = resources as Readonly<Record<string, { readonly memory: string }>>;
    const asked = Number(requests?.memory.match(/^(\d+)Mi$/)?.[1]);
    expect(asked).toBeGreaterThanOrEqual(3 * young);
    expect(Number(limits?.memory.match(/^(\d+)Gi$/)?.[1]) * 1_024).toBeGreaterThanOrEqual(2 * asked);
  });

  test('with one replica is recreated, not rolled over', () => {
    for (const name of ['registry', 'backend']) {
      expect(named('Deployment', name)).toMatchObject({ spec: { replicas: 1, strategy: { type: 'Recreate' } } });
    }
  });
});

describe('Kubernetes and Compose', () => {
  test('run the same images and the same commands, with the same settings', () => {
    const compose = readCompose();
    // Keys, versions and optional settings have other places there.
    const elsewhere = new Set(['SIGNING_KEYS', 'DATA_DIR', 'FIAT_RATES_URL']);
    const shared = (names: readonly string[]) => new Set(names.filter((name) => !elsewhere.has(name)));
    for (const name of ['gateway', 'registry', 'backend']) {
      const service = serviceOf(compose, name);
      const container = mainContainer(name);
      expect(container.command).toEqual(service.command);
      const settings = (container.env ?? []).map((each) => each.name);
      expect(shared(settings), name).toEqual(shared(Object.keys(service.environment ?? {})));
    }
    const edge = mainContainer('edge');
    const { image, command, environment = {} } = serviceOf(compose, 'nginx');
    expect([edge.image, edge.args]).toEqual([image, command]);
    expect(new Set(edge.env?.map(({ name }) => name))).toEqual(new Set(Object.keys(environment)));
    const postgres = (named('StatefulSet', 'postgres') as Workload).spec.template.spec.containers[0];
    expect(postgres?.image).toBe(serviceOf(compose, 'postgres').image);
    const nats = mainContainer('nats');
    expect([nats.image, nats.args]).toEqual([serviceOf(compose, 'nats').image, serviceOf(compose, 'nats').command]);
  });

  test('provide the edge with every setting in its configuration', () => {
    const asked = [...readText('deploy/production/nginx/nginx.conf.template').matchAll(/\$\{(\w+)\}/g)].map(
      ([, name]) => name,
    );
    const given = [...(mainContainer('edge').env ?? []).map(({ name }) => name), 'NGINX_LOCAL_RESOLVERS'];
    for (const name of asked) expect(given).toContain(name);
  });
});
