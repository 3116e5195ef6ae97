import { domainToASCII } from 'node:url';
import { emailPattern } from '#core/fields/email.ts';
import { storableLine } from '../storable.ts';
import type { Person } from './message.ts';

/** An address in the form of the parser. A group has its members in `group`. */
export interface ParsedAddress {
  readonly address?: string | undefined;
  readonly name?: string | undefined;
  readonly group?: readonly ParsedAddress[] | undefined;
}

const accepted = new RegExp(emailPattern);
const maxAddressLength = 254;
const maxNameLength = 255;
const maxGroupDepth = 3;

/**
 * The people of a header, each address once, members of groups included. Addresses that no field accepts are left out.
 */
export function peopleIn(parsed: readonly ParsedAddress[], limit: number): { people: Person[]; leftOut: number } {
  const byAddress = new Map<string, Person>();
  let leftOut = 0;
  for (const { address = '', name = '' } of flatten(parsed, 0)) {
    const usable = usableAddress(address);
    if (usable === undefined || (byAddress.size >= limit && !byAddress.has(usable.toLowerCase()))) leftOut += 1;
    else if (!byAddress.has(usable.toLowerCase()))
      byAddress.set(usable.toLowerCase(), { address: usable, name: storableLine(name, maxNameLength) });
  }
  return { people: [...byAddress.values()], leftOut };
}

function* flatten(parsed: readonly ParsedAddress[], depth: number): Generator<ParsedAddress> {
  for (const one of parsed) {
    if (one.group && depth < maxGroupDepth) yield* flatten(one.group, depth + 1);
    else if (one.address || one.name) yield one;
  }
}

/** The address with its domain in the form of DNS. */
function usableAddress(given: string): string | undefined {
  const text = given.trim();
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > maxAddressLength * 2) return undefined;
  const domain = text.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches all of ASCII.
  const ascii = /^[\u0000-\u007f]*$/.test(domain) ? domain : domainToASCII(domain);
  const address = `${text.slice(0, at)}@${ascii}`;
  return address.length <= maxAddressLength && accepted.test(address) ? address : undefined;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
