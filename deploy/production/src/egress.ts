import { type Container, mainContainer, type WithData } from './kubernetes.ts';

/*
 * Ports outside of the cluster to which parts connect. A NetworkPolicy knows no names of hosts: what is allowed is a port,
 * and it follows from the settings that name a server.
 */

/** Parts that connect to servers of others, by name of their Deployment. */
export const PARTS = ['backend', 'registry', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

const SCHEMES: Readonly<Record<string, number>> = {
  http: 80,
  ws: 80,
  https: 443,
  wss: 443,
  smtp: 587,
  smtps: 465,
  postgres: 5432,
  postgresql: 5432,
  nats: 4222,
  tls: 4222,
};

/** Where the streams of exchanges are, if not on 443. */
const VENUES: Readonly<Record<string, readonly number[]>> = { binance: [443, 9443], okx: [443, 8443] };

type Ports = {
  /** Where such servers usually are: allowed as shipped. */
  readonly usual: readonly number[];
  /** What a value that is no URL connects to. */
  readonly of?: (value: string) => readonly number[];
};

const https: Ports = { usual: [443], of: () => [443] };
const url = (...usual: number[]): Ports => ({ usual });

/** Settings that name a server, or switch on what connects to one, by part. */
export const SERVERS: Readonly<Record<Part, Readonly<Record<string, Ports>>>> = {
  backend: {
    DATABASE_URL: url(5432),
    NATS_URL: url(4222),
    SMTP_URL: url(25, 465, 587),
    SMS_URL: url(443),
    PUSH_KEY: https,
    FIAT_RATES_URL: url(443),
    CHECKOUT_URL: url(443),
    CI_ISSUERS: https,
    DRAND_URLS: url(443),
    UPLOADS_S3_BUCKET: https,
    UPLOADS_S3_ENDPOINT: url(443),
    FEED_VENUES: {
      usual: [443, 8443, 9443],
      of: (value) => value.split(',').flatMap((id) => VENUES[id.trim()] ?? [443]),
    },
    FEED_URLS: url(443),
    HERMES_URL: url(443),
    HERMES_TOKEN: https,
    NFT_CHAIN_RPC_URL: url(443, 8545),
    BITCOIN_NODE_URL: url(8332),
    ETHEREUM_NODE_URL: url(443, 8545),
    TRON_NODE_URL: url(443, 8545),
    TRON_API_URL: url(443, 8090),
  },
  registry: { S3_BUCKET: https, S3_ENDPOINT: url(443) },
  gateway: { S3_BUCKET: https, S3_ENDPOINT: url(443) },
};

/** Settings of URLs that lead to parts within the cluster, which have rules of their own. */
export const WITHIN = ['BACKEND_URL', 'REGISTRY_URL'] as const;

/** Services of the cluster itself: `postgres`, `nats.tessera.svc.cluster.local`. */
const isWithin = (host: string): boolean =>
  /^(?:postgres|nats)(?:\.tessera(?:\.svc(?:\.cluster\.local)?)?)?$/.test(host);

function portsOfUrls(setting: string, value: string): number[] {
  const urls = value.match(/[a-z]+:\/\/[^\s,]+/g) ?? [];
  if (urls.length === 0) throw new Error(`${setting} holds no URL`);
  return urls.flatMap((text) => {
    const [, scheme = ''] = /^([a-z]+):/.exec(text) ?? [];
    const standard = SCHEMES[scheme];
    if (standard === undefined || !URL.canParse(text))
      throw new Error(`${setting} is not of the form https://host:port`);
    // As https: other schemes drop no standard port, and hosts are read alike.
    const { hostname, port } = new URL(text.replace(/^[a-z]+:/, 'https:'));
    if (isWithin(hostname)) return [];
    return [/:443(?:\/|$)/.test(text) ? 443 : port === '' ? standard : Number(port)];
  });
}

const ascending = (ports: readonly number[]): number[] => [...new Set(ports)].toSorted((a, b) => a - b);

/** The ports that a part needs with these settings. Throws for a value that names no server; it is not repeated. */
export const portsOf = (part: Part, settings: Readonly<Record<string, string>>): number[] =>
  ascending(
    Object.entries(SERVERS[part]).flatMap(([setting, { of }]) => {
      const value = settings[setting];
      if (!value) return [];
      return of ? of(value) : portsOfUrls(setting, value);
    }),
  );

/** The ports at which all servers usually are that settings of the part can name. */
export const usualPorts = (part: Part): number[] =>
  ascending(Object.values(SERVERS[part]).flatMap(({ usual }) => usual));

/** The settings of a part, from ConfigMaps and Secrets. */
export function settingsOf(part: Part, given: readonly WithData[]): Record<string, string> {
  const read = (kind: string, { name, key }: { readonly name: string; readonly key: string }): string => {
    const found = given.find((each) => each.kind === kind && each.metadata.name === name);
    return found?.stringData?.[key] ?? found?.data?.[key] ?? '';
  };
  const valueFor = ({ value, valueFrom }: NonNullable<Container['env']>[number]): string => {
    if (valueFrom?.secretKeyRef) return read('Secret', valueFrom.secretKeyRef);
    if (valueFrom?.configMapKeyRef) return read('ConfigMap', valueFrom.configMapKeyRef);
    return value ?? '';
  };
  return Object.fromEntries((mainContainer(part).env ?? []).map((each) => [each.name, valueFor(each)]));
}

/** `outside.yaml`: which ports of other networks each part reaches. */
export const outsidePolicies = (ports: (part: Part) => readonly number[]): string =>
  [
    '# Ports outside of the cluster that settings lead to. As shipped these are the usual ones of every server that can be',
    '# set; for other ports, and to allow no more than the settings need, write it again (docs/production.md):',
    '# npm run tessera -- egress <files with ConfigMap and Secret> > deploy/production/k8s/outside.yaml',
    ...PARTS.flatMap((part, index) => [
      ...(index > 0 ? ['---'] : []),
      'apiVersion: networking.k8s.io/v1',
      'kind: NetworkPolicy',
      'metadata:',
      `  name: ${part}-outside`,
      'spec:',
      '  podSelector:',
      '    matchLabels:',
      `      app.kubernetes.io/name: ${part}`,
      '  policyTypes: [Egress]',
      ...(ports(part).length === 0 ? ['  egress: []'] : ['  egress:', '    - ports:']),
      ...ports(part).map((port) => `        - port: ${port}`),
    ]),
    '',
  ].join('\n');
