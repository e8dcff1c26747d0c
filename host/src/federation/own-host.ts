/** This host's version as manifests name it. Development servers have a host of their own. */
export const OWN_HOST = process.env.NODE_ENV === 'production' ? process.env.TESSERA_VERSION : undefined;
