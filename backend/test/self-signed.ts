import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/* A certificate for tests (RFC 5280), in DER. */

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const COMMON_NAME = '550403';
const SUBJECT_ALTERNATIVE_NAME = '551d11';
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';

/** A self-signed certificate of a host with its private key, both as PEM; valid from 2020 to 2049. */
export function certificateOf(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const validity = sequence(...['200101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time))));
  const names = sequence(der(0x82, Buffer.from(host)));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(oid(SUBJECT_ALTERNATIVE_NAME), der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const text = sequence(signed, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}
