// In the host's development build: the one Fast Refresh runtime of the page, for remotes to use.
globalThis.__tesseraRefresh = require('react-refresh/runtime');
