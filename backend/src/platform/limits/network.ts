import { normalizeIP } from '@fastify/rate-limit';

/** What stands for the address of a client: an IPv4 address, or an IPv6 network of 64 bits. */
export const networkOf = (address: string): string => (address.includes(':') ? normalizeIP(address) : address);
