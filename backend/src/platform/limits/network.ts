import { normalizeIP } from '@fastify/rate-limit';

/**
 * What stands for the address of a client in limits: an IPv4 address, or an IPv6 network of 48 bits. Providers give a
 * household up to that, and tunnels are free: with 64 bits it would have 65,536 addresses.
 */
export const networkOf = (address: string): string => (address.includes(':') ? normalizeIP(address, 48) : address);
