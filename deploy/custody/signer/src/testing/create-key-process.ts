// A key file for tests of other packages: `node create-key-process.ts <file> <passphrase> [<seed>]`. Guesses cost the least that the
// signer takes, so that it starts fast.
import { createKeyFile } from '../key-file.ts';

const [path = '', passphrase = '', seed] = process.argv.slice(2);
createKeyFile(path, passphrase, seed === undefined ? undefined : Buffer.from(seed, 'hex'), { N: 2 ** 14, r: 8, p: 1 });
