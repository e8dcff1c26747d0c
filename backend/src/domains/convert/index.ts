import { convertContract } from '@tessera/api/convert/contract';
import { defineDomain } from '../../platform/domain.ts';
import { getTransferFee } from './get-transfer-fee.ts';

/** Converting one currency into another at the quote of the moment, less a fee. */
export const convert = defineDomain(convertContract, ({ catalogue, feed, now }) => ({
  name: 'convert',
  calls: {
    'POST /user/getTransferFee': ({ database }, input) =>
      getTransferFee(database, input, { catalogue: catalogue.current(), feed, now: now() }),
  },
}));
