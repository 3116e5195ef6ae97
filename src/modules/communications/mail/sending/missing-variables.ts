import { type Context, queryable } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { readCompany, readSender } from '../batches/recipient-data.ts';
import { mailScope } from '../content/mail-scope.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import type { Recipient } from '../queue/batch.ts';
import { memberVariables } from './sql/member-variables.ts';

type Values = Readonly<Record<string, unknown>>;

interface Mailing {
  readonly compiled: CompiledContent;
  /** Variables for all recipients. */
  readonly variables: Values;
  readonly recipients: readonly Recipient[];
  /** Lists whose members have their own variables. */
  readonly emailListIds: readonly string[];
  /** True when `lead` is a lead. Otherwise it is a variable like others. */
  readonly addressesLeads: boolean;
}

/** Models that templates read, by the name that templates use. Each recipient has other records. */
type Records = Readonly<Record<string, readonly string[]>>;

const recordsOfContacts: Records = {
  contact: ['sales.contacts'],
  account: ['sales.accounts'],
  user: ['identity.users'],
};
const recordsOfLeads: Records = {
  ...recordsOfContacts,
  contact: ['sales.contacts', 'sales.leads'],
  lead: ['sales.leads'],
};

const recordsOf = ({ addressesLeads }: Mailing): Records => (addressesLeads ? recordsOfLeads : recordsOfContacts);

/**
 * Variables of a mailing that have no source: neither the request, nor its recipients, nor the fields of contacts,
 * accounts and users, nor the company. Variables in conditions, and those with a default, may be empty.
 */
async function missingVariables(context: Context, mailing: Mailing): Promise<string[]> {
  const { compiled, emailListIds } = mailing;
  const roots = new Set(compiled.variables.map(([root]) => root));
  const unfilled = new Set<string>();
  for (const name of await missingInRendering(context, mailing)) {
    // Names from loops are parts of an existing variable.
    if (roots.has(name.split('.')[0]) && !canBeField(context, recordsOf(mailing), name.split('.')))
      unfilled.add(ownName(name));
  }
  if (unfilled.size === 0 || emailListIds.length === 0) return [...unfilled];
  const keys = [...unfilled].map((name) => name.split('.')[0] ?? '');
  const ofMembers = await memberVariables(queryable(context), context.caller.tenantId, emailListIds, keys);
  return [...unfilled].filter((name) => !ofMembers.has(name.split('.')[0] ?? ''));
}

/** Removes the prefix, because `{{ variables.code }}` and `{{ code }}` are the same variable. */
const ownName = (name: string): string => name.replace(/^variables\.(?=.)/, '');

const fixedRoots = new Set(['company', 'unsubscribeUrl', 'viewInBrowserUrl']);

/**
 * True for a variable that the request or a recipient gives, not for a field of a record and not for a name from a
 * loop.
 */
const isOwn = ([root = '']: readonly string[], roots: ReadonlySet<string | undefined>, records: Records): boolean =>
  roots.has(root) && !(root in records) && !fixedRoots.has(root);

/**
 * True when the variable can be a field of a record. A sender who may not read the field sends without its value, as
 * the account's roles demand.
 */
function canBeField({ registry }: Context, records: Records, [root = '', key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return false;
  const fields = (records[root] ?? []).flatMap((name) => registry.named(name)?.fields.get(key) ?? []);
  // A reference is an id, so it has no parts.
  return fields.some(({ type }) => rest.length === 0 || type.pointsTo !== true);
}

/** Renders once with no data and once with all data, because conditions show different parts. */
async function missingInRendering(
  context: Context,
  { compiled, variables, recipients, addressesLeads }: Mailing,
): Promise<Set<string>> {
  const own: Record<string, unknown> = {};
  for (const recipient of recipients) {
    for (const [key, value] of Object.entries(recipient.variables ?? {})) own[key] ??= value;
  }
  const parts = {
    variables: { ...variables, ...own },
    company: await readCompany(context, compiled),
    unsubscribeUrl: '#',
    viewInBrowserUrl: '#',
  };
  const user = await readSender(context, compiled);
  const known = { ...somebody(compiled, addressesLeads), user };
  const names = new Set<string>();
  for (const people of [known, { contact: null, account: null, user }]) {
    try {
      const { missing } = await compiled.render(mailScope({ ...people, ...parts }));
      for (const name of missing) names.add(name);
    } catch (error) {
      // A filter may reject sample values. A mail that cannot be rendered fails later with its own reason.
      if (!(error instanceof ContentError)) throw error;
    }
  }
  return names;
}

const somebody = (compiled: CompiledContent, isLead: boolean) => ({
  contact: filled(compiled, 'contact'),
  account: filled(compiled, 'account'),
  ...(isLead && { lead: filled(compiled, 'lead') }),
});

const filled = ({ variables }: CompiledContent, root: string): Values =>
  Object.fromEntries(variables.flatMap(([first, field]) => (first === root && field ? [[field, 'x']] : [])));

/** Refuses a mailing with missing variables, for all of its recipients or for some of those in the request. */
export async function requireComplete(context: Context, mailing: Mailing): Promise<void> {
  const names = await missingVariables(context, mailing);
  const lacking = [...(await variablesMissingForSome(context, mailing))].filter(([name]) => !names.includes(name));
  if (names.length + lacking.length > 0) throw templateIncomplete(mailing, names, lacking);
}

/** A variable, and the recipients who give no value for it. */
interface MissingFor {
  count: number;
  readonly first: string[];
}

const maxNamed = 3;

function templateIncomplete(
  mailing: Mailing,
  names: readonly string[],
  lacking: readonly (readonly [name: string, lacking: MissingFor])[],
): AppError {
  const records = recordsOf(mailing);
  const recipients = mailing.recipients.length;
  const found = [
    ...names.map((name) => ({ name, why: remedyOf(name, records) })),
    ...lacking.map(([name, { count, first }]) => {
      const named = `${first.join(', ')}${count > first.length ? ' and others' : ''}`;
      return { name, why: `is read by the template, and ${count} of ${recipients} recipients lack it: ${named}` };
    }),
  ];
  const nobody = names.length > 0 ? [`Nothing fills ${names.join(', ')}`] : [];
  const some = lacking.map(([name, { count }]) => `${count} of ${recipients} recipients lack ${name}`);
  return new AppError(
    'template_incomplete',
    `${[...nobody, ...some].join('; ')}: give values in variables, or send with allowMissing to leave the places empty.`,
    found.map(({ name, why }) => ({
      field: fieldOf(name, records),
      code: 'missing_variable',
      message: `${name} ${why}.`,
    })),
  );
}

/** Limit of recipient groups that are rendered. Recipients who give the same variables form one group. */
const maxKinds = 25;
/** Limit of the variables that separate groups. */
const maxPaths = 100;

interface Kind {
  readonly values: Values;
  readonly recipients: Recipient[];
  empty: number;
}

/**
 * Variables that some recipients of the request do not give. Recipients are grouped by the variables that they give, in
 * one pass, and one recipient of each group is rendered, because a condition can make a variable unnecessary. If there
 * are too many groups, those with the fewest variables are rendered. Members of lists and segments are not read: there
 * can be 50,000, and contact fields may be empty.
 */
async function variablesMissingForSome(context: Context, mailing: Mailing): Promise<Map<string, MissingFor>> {
  const { compiled, variables, recipients, addressesLeads } = mailing;
  const records = recordsOf(mailing);
  const lacking = new Map<string, MissingFor>();
  const roots = new Set(compiled.variables.map(([root]) => root));
  const paths = ownPaths(compiled, records).slice(0, maxPaths);
  if (paths.length === 0 || recipients.length === 0) return lacking;
  const kinds = [...kindsOf(recipients, variables, paths)].sort((a, b) => b.empty - a.empty).slice(0, maxKinds);
  const parts = {
    ...somebody(compiled, addressesLeads),
    user: await readSender(context, compiled),
    company: await readCompany(context, compiled),
    unsubscribeUrl: '#',
    viewInBrowserUrl: '#',
  };
  const scopes = kinds.map(({ values }) => mailScope({ ...parts, variables: values }));
  for (let n = 0; n < kinds.length; ) {
    const results = await compiled.renderBatch(scopes.slice(n)).catch((error: unknown) => {
      // The batch is paused with this reason.
      if (error instanceof ContentError) return [];
      throw error;
    });
    if (results.length === 0) break;
    for (const [at, result] of results.entries()) {
      // A mail that cannot be rendered fails later with its own reason.
      if (result instanceof ContentError) continue;
      const names = new Set([...result.missing].filter((name) => isOwn(name.split('.'), roots, records)).map(ownName));
      for (const name of names) addLacking(lacking, name, kinds[n + at]?.recipients ?? []);
    }
    n += results.length;
  }
  return lacking;
}

function addLacking(lacking: Map<string, MissingFor>, name: string, recipients: readonly Recipient[]): void {
  const known = lacking.get(name) ?? { count: 0, first: [] };
  known.count += recipients.length;
  known.first.push(...recipients.slice(0, maxNamed - known.first.length).map(({ email }) => email));
  lacking.set(name, known);
}

/** Paths of the variables of the request and its recipients, without the prefix `variables`. */
function ownPaths(compiled: CompiledContent, records: Records): (readonly string[])[] {
  const roots = new Set(compiled.variables.map(([root]) => root));
  return compiled.variables
    .filter((path) => isOwn(path, roots, records))
    .map((path) => (path[0] === 'variables' ? path.slice(1) : path))
    .filter((path) => path.length > 0);
}

function kindsOf(recipients: readonly Recipient[], shared: Values, paths: readonly (readonly string[])[]) {
  const kinds = new Map<string, Kind>();
  for (const recipient of recipients) {
    const values = { ...shared, ...recipient.variables };
    let key = '';
    for (const path of paths) key += stateOf(values, path);
    const kind = kinds.get(key) ?? { values, recipients: [], empty: key.split('0').length - 1 };
    kind.recipients.push(recipient);
    kinds.set(key, kind);
  }
  return kinds.values();
}

/** Conditions treat false like an absent value, and all other values as true. */
function stateOf(values: Values, path: readonly string[]): '0' | '1' | '2' {
  let value: unknown = values;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return '0';
    value = (value as Values)[key];
  }
  if (value === null || value === undefined) return '0';
  return value === false ? '1' : '2';
}

const fieldOf = (name: string, records: Records): string => (isFixed(name, records) ? name : `variables.${name}`);

const isFixed = (name: string, records: Records): boolean => {
  const [root = ''] = name.split('.');
  return root in records || root === 'company';
};

function remedyOf(name: string, records: Records): string {
  if (name.startsWith('company.')) return 'is read by the template and not set in the settings of the company';
  if (isFixed(name, records)) return 'is read by the template, and there is no such field';
  return 'is read by the template, and neither the request nor its recipients give it a value';
}
