import { lazyPart } from '../lazy-part.tsx';
import Ceremony from './Ceremony.tsx';
import { loadApprovalTexts } from './load-texts.ts';
import SecondFactorContent from './SecondFactor.tsx';

// The code is here; the texts of the language of the moment are made known before it shows.
const withTexts =
  <C>(component: C) =>
  async () => {
    await loadApprovalTexts();
    return { default: component };
  };

export const CeremonyPart = lazyPart(withTexts(Ceremony));
export const SecondFactorPart = lazyPart(withTexts(SecondFactorContent));
