import { uploadRules } from '@tessera/api/rules';

/** Why a picked file is no picture that can be uploaded, as a key of the common texts; the server checks again. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!uploadRules.types.some((allowed) => allowed === type)) return 'ui.imageWrongType';
  return size > uploadRules.maxBytes ? 'ui.imageTooLarge' : null;
}
