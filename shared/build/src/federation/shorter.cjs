// Sentences of the federation runtime for developers: the errors have names, and the page's first files half of a KiB less.
const SENTENCES = [
  [
    /webpack-bundler-runtime[\\/]dist[\\/]installInitialConsumes\.js$/,
    [
      '! The function should not be called unless you set \\"eager:true\\". If you do not set it, and encounter this issue, you can check whether an async boundary is implemented.',
      'console.error("The original error message is as follows: ");',
    ],
  ],
  [
    /runtime-core[\\/]dist[\\/]shared[\\/]index\.js$/,
    [
      ' Ensure the shared config for "\u0024{pkgName}" is declared in the federation plugin options and the host has been initialized before loading shares.',
    ],
  ],
  [
    /sdk[\\/]dist[\\/]dom\.js$/,
    [' - the script URL is unreachable or the server returned an error (network failure, 404, CORS, etc.)'],
  ],
];

/** A loader. Throws where a version of the runtime has them in other words. */
module.exports = function shorter(source) {
  const [, sentences] = SENTENCES.find(([file]) => file.test(this.resourcePath)) ?? [undefined, []];
  return sentences.reduce((text, sentence) => {
    if (!text.includes(sentence)) throw new Error(`shorter.cjs: ${this.resourcePath} does not say “${sentence}”.`);
    return text.replace(sentence, '');
  }, source);
};
