import type { FastifyRequest } from 'fastify';
import { AppError, badQuery } from '#core/errors.ts';
import type { RawQuery } from '#core/query/list-query.ts';

const maxPairs = 1000;
/** Enough for three levels of numbered groups, a field and an operator. */
const maxDepth = 8;

type Node = { [key: string]: unknown };

const emptyNode = (): Node => Object.create(null) as Node;

/** The query of a request, without the question mark. */
export function queryText({ raw: { url = '' } }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

export const queryOf = (request: FastifyRequest): RawQuery => parseQuery(queryText(request));

export const without = (query: RawQuery, names: readonly string[]): RawQuery =>
  names.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Parses `filter[or][0][stage][in]=a` to `{filter: {or: {0: {stage: {in: 'a'}}}}}`. Only `filter` has brackets. */
export function parseQuery(text: string): RawQuery {
  const query = emptyNode();
  if (text === '') return query;
  // Decoded here, because URLSearchParams would replace invalid UTF-8 with U+FFFD instead of failing.
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxPairs)
    throw new AppError(
      'bad_request',
      `The query must have at most ${maxPairs} parameters; use POST …/search for long filters.`,
    );
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    const name = decode(split < 0 ? pair : pair.slice(0, split));
    const value = split < 0 ? '' : decode(pair.slice(split + 1));
    assign(query, name, value);
  }
  return query;
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new AppError('bad_request', 'The query is not valid percent-encoded UTF-8.');
  }
  if (decoded.includes('\u0000')) throw new AppError('bad_request', 'The query must not contain the NUL character.');
  return decoded;
}

function assign(query: Node, name: string, value: string): void {
  const path = pathOf(name);
  const last = path.pop() as string;
  let node = query;
  for (const key of path) {
    node[key] ??= emptyNode();
    if (typeof node[key] !== 'object' || Array.isArray(node[key]))
      throw badQuery(name, 'is given both as a value and as a group');
    node = node[key] as Node;
  }
  const present = node[last];
  if (present === undefined) node[last] = value;
  else if (path[0] !== 'filter') throw badQuery(name, 'was given more than once');
  else if (typeof present === 'string') node[last] = [present, value];
  else if (Array.isArray(present)) present.push(value);
  else throw badQuery(name, 'is given both as a value and as a group');
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]+\])*)$/.exec(name);
  if (!match?.[1])
    throw badQuery(name.slice(0, 100), 'is not a parameter; filters are written filter[field][operator]');
  const rest = [...(match[2] ?? '').matchAll(/\[([^[\]]+)\]/g)].map((part) => part[1] as string);
  if (rest.length > maxDepth) throw badQuery(name.slice(0, 100), 'has too many brackets');
  if (rest.length > 0 && match[1] !== 'filter') throw badQuery(name.slice(0, 100), 'does not take brackets');
  return [match[1], ...rest];
}
