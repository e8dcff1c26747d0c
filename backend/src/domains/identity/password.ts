import { hash, verify } from '@node-rs/argon2';

type Cost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/** argon2id with 19 MiB and two passes: OWASP's first choice; about 10 ms. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let cost = COST;

/** For tests, which hash thousands of times. */
export const setHashingCost = (cheaper: Cost): void => {
  cost = cheaper;
};

export const hashSecret = (secret: string): Promise<string> => hash(secret, cost);

export const isSecret = (stored: string, secret: string): Promise<boolean> => verify(stored, secret);

/** A hash of a random password: verifying against it takes as long as against a real one. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$3pFYxwnMrgUFGCmGFyqCbHJ3iZ6k5Mwp5bgMzPvIpoM';

/** As slow as a failed log-in, so that timing does not reveal which accounts exist. */
export const wasteTime = async (secret: string): Promise<void> => {
  await verify(DECOY, secret);
};
