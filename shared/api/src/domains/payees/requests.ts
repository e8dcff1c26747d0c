import { type Chain, readAddress } from './addresses.ts';

/** What a QR code names: an address; or more than a payment to one, by the part that says so. Null for neither. */
export type QrRequest = { readonly address: string } | { readonly unclear: string } | null;

/** Ethereum's chain id by EIP-155, which a request may name. */
const MAINNET = '1';
/** Parameters of a transfer (EIP-681), with what it costs. */
const TRANSFER = new Set(['address', 'uint256', 'gas', 'gasLimit', 'gasPrice', 'value']);

/** A parameter that names the payee, another network or a call where none belongs. */
const REDIRECTS = /^(?:address|to|from|chain(?:_?id)?|network|function|method|call|data|contract)$/i;

function ofTarget(chain: Chain, target: string, parameters: URLSearchParams): QrRequest {
  const redirect = [...parameters.keys()].find((name) => REDIRECTS.test(name));
  if (redirect !== undefined) return { unclear: `${redirect}=` };
  const address = readAddress(chain, target)?.address;
  return address === undefined ? null : { address };
}

/** A call of a contract: only a transfer has a payee, and it is not the contract. */
function ofCall(chain: Chain, call: string, parameters: URLSearchParams): QrRequest {
  if (call !== 'transfer' || chain === 'bitcoin') return { unclear: `/${call}` };
  const unknown = [...parameters.keys()].find((name) => !TRANSFER.has(name));
  if (unknown !== undefined) return { unclear: `${unknown}=` };
  const [payee = '', ...more] = parameters.getAll('address');
  if (more.length > 0 || parameters.getAll('uint256').length > 1) return { unclear: 'address=' };
  const address = readAddress(chain, payee)?.address;
  return address === undefined ? { unclear: `/${call}` } : { address };
}

/**
 * Reads the text of a wallet's QR code: the bare address, or a payment request of BIP 21, of EIP-681, or of TRON wallets,
 * which follow it. What changes the meaning of a request is read, or the request is unclear: a call of a contract, another
 * chain, a parameter that its reader is required to know (`req-…`), a second payee.
 */
export function readRequest(chain: Chain, content: string): QrRequest {
  const text = content.trim();
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(text) ?? [];
  if (scheme === undefined) {
    const address = readAddress(chain, text)?.address;
    return address === undefined ? null : { address };
  }
  if (scheme.toLowerCase() !== chain) return { unclear: `${scheme}:` };
  const [path = '', query = ''] = rest.replace(/^\/\//, '').split('?');
  const parameters = new URLSearchParams(query);
  const required = [...parameters.keys()].find((name) => /^req-/i.test(name));
  if (required !== undefined) return { unclear: required };
  const [place = '', call, ...more] = path.split('/');
  if (more.length > 0) return { unclear: `/${more.join('/')}` };
  const [target = '', network] = place.replace(/^pay-/, '').split('@');
  if (network !== undefined && (chain !== 'ethereum' || network !== MAINNET)) return { unclear: `@${network}` };
  return call ? ofCall(chain, call, parameters) : ofTarget(chain, target, parameters);
}

/** The address that a QR code names, whatever else it asks for being clear. */
export function addressInQr(chain: Chain, content: string): string | null {
  const read = readRequest(chain, content);
  return read && 'address' in read ? read.address : null;
}
