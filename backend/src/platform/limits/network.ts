import { normalizeIP } from '@fastify/rate-limit';
import { IPV6_NETWORK_BITS } from '@tessera/api/kit/capacity';

/** What stands for the address of a client in limits: an IPv4 address, or the network of an IPv6 one. */
export const networkOf = (address: string): string =>
  address.includes(':') ? normalizeIP(address, IPV6_NETWORK_BITS) : address;
