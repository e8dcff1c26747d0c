import { basename, join } from 'node:path';
import type { Manifest } from './kubernetes-types.ts';
import { readYaml, readYamlDocuments } from './repository.ts';

export const FOLDER = 'deploy/production/k8s';

type Reference = { readonly name: string; readonly key: string };

export type Probe = {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
  readonly exec?: { readonly command: readonly string[] };
};

export type Container = {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: Reference; readonly configMapKeyRef?: Reference };
  }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly securityContext?: object;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
};

export type Pod = {
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly seccompProfile: object };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly configMap?: { readonly name: string };
    readonly secret?: { readonly secretName: string };
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }[];
};

type Labels = Readonly<Record<string, string>>;

export type Workload = Manifest & {
  readonly spec: {
    readonly replicas: number;
    readonly strategy?: { readonly type: string };
    readonly selector: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
};

export type Service = Manifest & {
  readonly spec: {
    readonly selector: Labels;
    readonly ports: readonly { readonly port: number; targetPort: string }[];
  };
};

export type WithData = Manifest & { readonly data?: Labels; readonly stringData?: Labels };

export type Kustomization = {
  readonly resources: readonly string[];
  readonly configMapGenerator?: readonly { readonly name: string; readonly files: readonly string[] }[];
  readonly images?: readonly { readonly name: string }[];
};

export const readKustomization = (folder: string): Kustomization =>
  readYaml(join(folder, 'kustomization.yaml')) as Kustomization;

const isFile = (resource: string) => resource.endsWith('.yaml');

/** ConfigMaps that are made from files, in this folder or a base. */
function generated(folder: string): WithData[] {
  const { configMapGenerator = [], resources = [] } = readKustomization(folder);
  const own = configMapGenerator.map(({ name, files }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: Object.fromEntries(files.map((file) => [basename(file), ''])),
  }));
  return [...own, ...resources.filter((each) => !isFile(each)).flatMap((each) => generated(join(folder, each)))];
}

/** What is applied. */
export const applied = (): Manifest[] =>
  readKustomization(FOLDER)
    .resources.filter(isFile)
    .flatMap((file) => readYamlDocuments(join(FOLDER, file)) as Manifest[]);

/** Resources that must exist already. */
export const provided = (): WithData[] => readYamlDocuments(join(FOLDER, 'provided.example.yaml')) as WithData[];

/** Every ConfigMap and Secret that pods may name. */
export const withData = (): WithData[] => [
  ...applied().filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret'),
  ...provided(),
  ...generated(FOLDER),
];

export const workloads = (): Workload[] =>
  applied().filter((manifest): manifest is Workload => ['Deployment', 'StatefulSet'].includes(manifest.kind));

export const containersOf = ({ spec }: Workload): readonly Container[] => [
  ...(spec.template.spec.initContainers ?? []),
  ...spec.template.spec.containers,
];

/** The first container of a Deployment. */
export function mainContainer(deployment: string): Container {
  const workload = workloads().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === deployment);
  const [container] = workload?.spec.template.spec.containers ?? [];
  if (!container) throw new Error(`There is no Deployment ${deployment} with a container.`);
  return container;
}

/** Paths that the probes of a container ask for. */
export const probedPaths = ({ startupProbe, readinessProbe, livenessProbe }: Container): string[] =>
  [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe?.httpGet?.path ?? []);

/** Whether all selected labels match. */
export const selects = (asked: Labels, labels: Labels): boolean =>
  Object.entries(asked).every(([name, value]) => labels[name] === value);
