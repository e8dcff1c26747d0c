import { gridOf } from '@tessera/api/launchpad/rules';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { listToken, type TokenListing } from '../instruments/index.ts';
import { forEachProject, type SettleParts, type Steps, takeSteps, unlock } from './settle.ts';
import { dueToList, finishListing, lockProject, type Project, setState } from './store.ts';

/*
 * The listing: the tokens of all users are unlocked first, and then the token begins to trade, for all at the same moment.
 */

type Terms = Pick<Project, 'currency' | 'name' | 'price' | 'scale' | 'supply' | 'countries'>;

/** A token as it is listed: it begins at the price of its sale. */
export const listingOf = (terms: Terms, sold: string): TokenListing => ({
  code: terms.currency,
  name: terms.name,
  price: terms.price,
  ...gridOf(terms.price, terms.scale),
  sold,
  supply: terms.supply,
  countries: terms.countries,
});

const UNLOCKING: Steps = {
  state: 'unlocking',
  from: ['allotted'],
  to: 'unlocked',
  book: unlock,
  told: 'sale_unlocked',
  async finish(tx, project, at) {
    await listToken(tx, listingOf(project, project.allotted ?? '0'), at);
    await finishListing(tx, project.id, at);
  },
};

/** Unlocks and lists the tokens whose time has come. */
export async function listProjects(
  parts: SettleParts & { readonly catalogue: Catalogue },
  run: Pick<JobRun, 'fence' | 'signal' | 'items'>,
): Promise<void> {
  const { database, now, catalogue } = parts;
  await forEachProject(run, await dueToList(database, now()), async (id) => {
    await database.transaction(async (tx) => {
      await run.fence(tx);
      const project = await lockProject(tx, id);
      if (project?.state === 'allotted' && project.listing_at <= now()) await setState(tx, id, 'unlocking');
    });
    await takeSteps(parts, run, id, UNLOCKING);
    await catalogue.refresh();
  });
}
