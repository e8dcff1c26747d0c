import { defineRemote } from '@tessera/i18n';
import { notBuiltPage } from '@tessera/ui';

export default defineRemote({
  name: 'nft',
  texts: (code) => import(`./i18n/${code}.json`),
  pages: {
    'not-built': notBuiltPage('nft'),
  },
});
