export { type DevelopmentServers, developmentFiles, developmentManifest, developmentShell } from './development.ts';
export { createGateway, type GatewayOptions } from './gateway.ts';
