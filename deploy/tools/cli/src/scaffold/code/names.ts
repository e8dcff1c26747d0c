import { UsageError } from '../../usage.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export type CallNames = {
  /** `POST /user/getTransferFee` */
  readonly callId: string;
  readonly method: (typeof METHODS)[number];
  /** `getTransferFee`: the function that handles it. */
  readonly action: string;
  /** `get-transfer-fee`: its file. */
  readonly file: string;
  /** `useTransferFee` for a read, `useTransfer` for a command. */
  readonly hook: string;
};

const words = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

const camel = ([first = '', ...rest]: readonly string[]): string =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

export const pascal = (text: string): string => {
  const name = camel(words(text));
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Names that follow from a call id. Throws UsageError for an invalid id. */
export function namesOfCall(callId: string): CallNames {
  const [method, path = '', ...more] = callId.split(' ');
  const known = METHODS.find((each) => each === method);
  if (!known || more.length > 0 || !/^(\/[A-Za-z0-9_]+)+$/.test(path)) {
    throw new UsageError(`${callId} is no call: write it as 'POST /wallet/change'.`);
  }
  const parts = words(path.split('/').at(-1) ?? '');
  const subject = parts[0] === 'get' && parts.length > 1 ? parts.slice(1) : parts;
  return {
    callId,
    method: known,
    action: camel(parts),
    file: parts.join('-'),
    hook: `use${pascal(subject.join(' '))}`,
  };
}

/** A domain is one lower-case word, as its folders, its contract and its routes are named by it. */
export function checkDomainName(name: string | undefined): string {
  if (!name || !/^[a-z][a-z0-9]{1,19}$/.test(name)) {
    throw new UsageError(
      `A domain is one word in lower case, such as vip or launchpad${name ? `; ${name} is not` : ''}.`,
    );
  }
  return name;
}
