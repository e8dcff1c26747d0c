import { normalizeIP } from '@fastify/rate-limit';

/**
 * What stands for the address of a client in limits: an IPv4 address, or an IPv6 network of 48 bits. Providers give a
 * household up to that.
 */
export const networkOf = (address: string): string => normalizeIP(address, 48);
