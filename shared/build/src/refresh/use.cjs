// In a remote's development build, in place of react-refresh/runtime. A second runtime would never hear of the page's
// React, whose renderer registered with the first. A released page has no runtime and its React cannot refresh: there,
// a change reloads the page.
const none = {
  register() {},
  injectIntoGlobalHook() {},
  setSignature() {},
  createSignatureFunctionForTransform: () => (type) => type,
  collectCustomHooksForSignature() {},
  isLikelyComponentType: (value) =>
    typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value),
  getFamilyByType: () => undefined,
  performReactRefresh() {
    location.reload();
  },
};
module.exports = globalThis.__tesseraRefresh ?? none;
