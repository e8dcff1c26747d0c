/* What Home shows after its first picture: in one file, since the entry carries name and hash of each. */

export { default as AllServices } from './AllServices.tsx';
export { default as DownloadBanner } from './DownloadBanner.tsx';
export { default as Gains } from './Gains.tsx';
export { default as Movers } from './Movers.tsx';
export { default as News } from './News.tsx';
export { default as UnreadBell } from './UnreadBell.tsx';
