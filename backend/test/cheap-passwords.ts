// Runs before every test file: a password hashed at the cost of production takes 10 ms, and tests hash thousands.
import { setHashingCost } from '../src/domains/identity/password.ts';

setHashingCost({ memoryCost: 8, timeCost: 1, parallelism: 1 });
