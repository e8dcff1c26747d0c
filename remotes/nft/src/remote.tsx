import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

const notBuilt = notBuiltPage('nft');

export default defineRemote({
  name: 'nft',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    '/pages/nft/nft': notBuilt,
    '/pages/nft/mine': notBuilt,
    '/pages/nft/myNft': notBuilt,
    '/pages/nft/resell': notBuilt,
    '/pages/nft/artistDetail': notBuilt,
    '/pages/nft/artworkDetail': notBuilt,
    '/pages/nft/artworkDetail_video': notBuilt,
    '/pages/nft/purchase': notBuilt,
    '/pages/nft/purchase_one': notBuilt,
  },
});
