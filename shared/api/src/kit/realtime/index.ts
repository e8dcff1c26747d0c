export { type ChannelParts, channelOf, channelParts } from './channel.ts';
export type * from './protocol.ts';
