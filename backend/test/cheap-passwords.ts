// Runs before every test file: a password hashed at the cost of production takes 10 ms, a proof of work half a second,
// and tests make thousands.
import { setHashingCost } from '../src/domains/identity/password.ts';
import { setProofIterations } from '../src/platform/proof/proof-of-work.ts';

setHashingCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });
setProofIterations(1);
