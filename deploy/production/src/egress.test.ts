import { describe, expect, test } from 'vitest';
import { outsidePolicies, PARTS, portsOf, SERVERS, settingsOf, usualPorts, WITHIN } from './egress.ts';
import { environmentNames, NOT_DEPLOYED } from './environment-names.ts';
import { FOLDER, mainContainer, provided, readKustomization, withData } from './kubernetes.ts';
import { typeFaults } from './kubernetes-types.ts';
import { readText, readYamlDocuments } from './repository.ts';

const scriptOf = (part: (typeof PARTS)[number]) => mainContainer(part).command?.at(-1) ?? '';

describe('ports outside of the cluster', () => {
  test('are known for every setting that names a server', () => {
    for (const part of PARTS) {
      const script = scriptOf(part);
      const naming = [...environmentNames(script)].filter(
        (name) =>
          /(?:_URLS?|_ENDPOINT|_VENUES)$/.test(name) &&
          !NOT_DEPLOYED[script]?.[name] &&
          !WITHIN.some((within) => within === name),
      );
      expect(naming.length, part).toBeGreaterThan(0);
      expect(
        naming.filter((name) => !SERVERS[part][name]),
        part,
      ).toEqual([]);
      // None is of a setting that the part does not have.
      const read = environmentNames(script);
      expect(
        Object.keys(SERVERS[part]).filter((name) => !read.has(name)),
        part,
      ).toEqual([]);
    }
  });

  test('as shipped are the usual ones, in a policy of each part', async () => {
    const shipped = readText(`${FOLDER}/outside.yaml`);
    expect(shipped).toBe(outsidePolicies(usualPorts));
    expect(readKustomization(FOLDER).resources).toContain('outside.yaml');
    expect(await typeFaults(readYamlDocuments(`${FOLDER}/outside.yaml`) as Parameters<typeof typeFaults>[0])).toEqual(
      [],
    );
    // No other policy opens a number: pods of the cluster are reached by the names of their ports.
    expect(readText(`${FOLDER}/network-policies.yaml`).match(/port: \d+/g)).toEqual(['port: 53', 'port: 53']);
  }, 60_000);

  test.each([
    ['SMTP_URL', 'smtp://user:p%40ss@mail.example:2525', [2525]],
    ['SMTP_URL', 'smtp://mail.example', [587]],
    ['SMTP_URL', 'smtps://mail.example', [465]],
    ['DATABASE_URL', 'postgres://tessera:secret@db.example/tessera', [5432]],
    ['DATABASE_URL', 'postgresql://tessera:secret@db.example:6432/tessera?sslmode=verify-full', [6432]],
    ['DATABASE_URL', 'postgres://tessera:secret@postgres:5432/tessera', []],
    ['DATABASE_URL', 'postgres://tessera:secret@postgres.evil.example:5432/tessera', [5432]],
    ['NATS_URL', 'nats://a.example:4222,tls://b.example:443', [443, 4222]],
    ['NATS_URL', 'nats://nats.tessera.svc.cluster.local:4222', []],
    ['SMS_URL', 'https://sms.example/send', [443]],
    ['SMS_URL', 'http://sms.internal:8080/send', [8080]],
    ['BITCOIN_NODE_URL', 'http://user:pass@node.example:18332', [18332]],
    ['TRON_NODE_URL', 'http://node.example:50545/jsonrpc', [50545]],
    ['ETHEREUM_NODE_URL', 'http://[2001:db8::1]:8545', [8545]],
    ['FEED_VENUES', 'binance,okx', [443, 8443, 9443]],
    ['FEED_VENUES', 'bybit', [443]],
    ['FEED_URLS', 'binance=wss://relay.example:7443/,okx=https://other.example', [443, 7443]],
    ['DRAND_URLS', 'https://a.example,http://b.example', [80, 443]],
    ['PUSH_KEY', 'a secret', [443]],
    ['UPLOADS_S3_BUCKET', 'uploads', [443]],
    ['UPLOADS_S3_ENDPOINT', 'http://minio:9000', [9000]],
  ] as const)('%s=%s', (setting, value, ports) => {
    expect(portsOf('backend', { [setting]: value })).toEqual(ports);
  });

  test('of a value that names no server are refused, without the value', () => {
    for (const value of ['mail.example:25', 'gopher://secret@mail.example']) {
      expect(() => portsOf('backend', { SMTP_URL: value })).toThrow(/^SMTP_URL (?:holds no URL|is not of the form)/);
      expect(() => portsOf('backend', { SMTP_URL: value })).not.toThrow(/secret|mail\.example/);
    }
  });

  test('follow from ConfigMap and Secret as the pods read them', () => {
    const given = withData().map((each) =>
      each.kind === 'Secret' && each.metadata.name === 'tessera'
        ? { ...each, stringData: { ...each.stringData, SMTP_URL: 'smtp://mail.example:2525' } }
        : each,
    );
    expect(provided().length).toBeGreaterThan(0);
    expect(settingsOf('backend', given).SMTP_URL).toBe('smtp://mail.example:2525');
    expect(portsOf('backend', settingsOf('backend', given))).toContain(2525);
    expect(portsOf('backend', settingsOf('backend', withData()))).not.toContain(2525);
    expect(outsidePolicies(() => [])).toContain('egress: []');
  });
});
