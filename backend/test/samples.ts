/**
 * How much a test by chance plays: a part of it in `npm test`, all of it in `npm run test:deep`. What proves that the test
 * finds a fault is played whole in both.
 */
export const samples = <Amount>(part: Amount, whole: Amount): Amount =>
  process.env.TESSERA_DEEP === '1' ? whole : part;
