import { uploadRules } from '@tessera/api/rules';

/** Why a file cannot be uploaded as a picture, as a key of the common texts; the server checks its content again. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!uploadRules.types.some((allowed) => allowed === type)) return 'ui.imageWrongType';
  return size > uploadRules.maxBytes ? 'ui.imageTooLarge' : null;
}
