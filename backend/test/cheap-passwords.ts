// Runs before every test file: a password hashed at the cost of production takes 10 ms, a proof of work half a second,
// and tests make thousands.
import { setHashingCost } from '../src/domains/identity/password.ts';
import { setRecoveryCodeCost } from '../src/platform/factor/recovery-codes.ts';
import { setProofIterations } from '../src/platform/proof/proof-of-work.ts';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
setHashingCost(CHEAP);
setRecoveryCodeCost(CHEAP);
setProofIterations(1);
