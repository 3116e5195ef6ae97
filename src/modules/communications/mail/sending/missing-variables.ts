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
  /** Variables of all recipients. */
  readonly variables: Values;
  readonly recipients: readonly Recipient[];
  /** Lists whose members have variables of their own. */
  readonly emailListIds: readonly string[];
}

/** Records that templates read, by the name that templates give them. Each recipient has others. */
const records = {
  contact: ['sales', 'contacts'],
  account: ['sales', 'accounts'],
  user: ['identity', 'users'],
} as const;

const isRecord = (name: string): name is keyof typeof records => name in records;

/**
 * Variables of a mailing that nothing can fill: not the request, not its recipients, not the fields of contacts, accounts and
 * users, not the company. Variables in conditions, and those with a default, may be empty.
 */
async function missingVariables(context: Context, mailing: Mailing): Promise<string[]> {
  const { compiled, emailListIds } = mailing;
  const roots = new Set(compiled.variables.map(([root]) => root));
  const unfilled = new Set<string>();
  for (const name of await emptyPlaces(context, mailing)) {
    // Names of loops are parts of a variable that is there.
    if (roots.has(name.split('.')[0]) && !canBeField(context, name.split('.'))) unfilled.add(ownName(name));
  }
  if (unfilled.size === 0 || emailListIds.length === 0) return [...unfilled];
  const keys = [...unfilled].map((name) => name.split('.')[0] ?? '');
  const ofMembers = await memberVariables(queryable(context), context.caller.tenantId, emailListIds, keys);
  return [...unfilled].filter((name) => !ofMembers.has(name.split('.')[0] ?? ''));
}

/** `{{ variables.code }}` and `{{ code }}` are the same variable. */
const ownName = (name: string): string => name.replace(/^variables\.(?=.)/, '');

const fixedRoots = new Set(['company', 'unsubscribeUrl', 'viewInBrowserUrl']);

/** A variable that the request or a recipient gives, and not a field of a record. Names of loops are none. */
const isOwn = ([root = '']: readonly string[], roots: ReadonlySet<string | undefined>): boolean =>
  roots.has(root) && !isRecord(root) && !fixedRoots.has(root);

/** A field of a record may be filled. A sender who may not read it sends without its value, as the roles of the account want it. */
function canBeField(context: Context, [root = '', field, ...rest]: readonly string[]): boolean {
  if (!isRecord(root) || field === undefined) return false;
  const [moduleKey, slug] = records[root];
  const found = context.registry.find(moduleKey, slug)?.fields.get(field);
  // A reference is an id, which has no parts.
  return found !== undefined && (rest.length === 0 || found.type.pointsTo !== true);
}

/** Renders once with no data and once with all data, because conditions show different parts. */
async function emptyPlaces(context: Context, { compiled, variables, recipients }: Mailing): Promise<Set<string>> {
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
  const known = { contact: filled(compiled, 'contact'), account: filled(compiled, 'account'), user };
  const names = new Set<string>();
  for (const people of [known, { contact: null, account: null, user }]) {
    try {
      const { missing } = await compiled.render(mailScope({ ...people, ...parts }));
      for (const name of missing) names.add(name);
    } catch (error) {
      // Made-up values can be impossible for a filter. A mail that cannot be rendered fails with its own reason.
      if (!(error instanceof ContentError)) throw error;
    }
  }
  return names;
}

const filled = ({ variables }: CompiledContent, root: string): Values =>
  Object.fromEntries(variables.flatMap(([first, field]) => (first === root && field ? [[field, 'x']] : [])));

/** Refuses a mailing that would have empty places, for all of its recipients or for some of those that the request names. */
export async function requireComplete(context: Context, mailing: Mailing): Promise<void> {
  const names = await missingVariables(context, mailing);
  const lacking = [...(await lackingRecipients(context, mailing))].filter(([name]) => !names.includes(name));
  if (names.length + lacking.length > 0) throw templateIncomplete(names, lacking, mailing.recipients.length);
}

/** Recipients who give no value for a variable. */
interface Lacking {
  count: number;
  readonly first: string[];
}

const maxNamed = 3;

function templateIncomplete(
  names: readonly string[],
  lacking: readonly (readonly [name: string, lacking: Lacking])[],
  recipients: number,
): AppError {
  const found = [
    ...names.map((name) => ({ name, why: remedyOf(name) })),
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
    found.map(({ name, why }) => ({ field: fieldOf(name), code: 'missing_variable', message: `${name} ${why}.` })),
  );
}

/** Each is rendered once. Recipients who give the same variables are one kind. */
const maxKinds = 25;
/** Variables by which kinds differ. */
const maxPaths = 100;

interface Kind {
  readonly values: Values;
  readonly recipients: Recipient[];
  empty: number;
}

/**
 * Variables that some recipients of the request do not give. Recipients are grouped by the variables that they give, in one pass, and one of
 * each kind is rendered: conditions can make a variable needless. Of many kinds, those that give the fewest variables are rendered.
 * Members of lists and segments are not read: they can be 50,000, and contact fields may be empty.
 */
async function lackingRecipients(context: Context, mailing: Mailing): Promise<Map<string, Lacking>> {
  const { compiled, variables, recipients } = mailing;
  const lacking = new Map<string, Lacking>();
  const roots = new Set(compiled.variables.map(([root]) => root));
  const paths = ownPaths(compiled).slice(0, maxPaths);
  if (paths.length === 0 || recipients.length === 0) return lacking;
  const kinds = [...kindsOf(recipients, variables, paths)].sort((a, b) => b.empty - a.empty).slice(0, maxKinds);
  const parts = {
    contact: filled(compiled, 'contact'),
    account: filled(compiled, 'account'),
    user: await readSender(context, compiled),
    company: await readCompany(context, compiled),
    unsubscribeUrl: '#',
    viewInBrowserUrl: '#',
  };
  const scopes = kinds.map(({ values }) => mailScope({ ...parts, variables: values }));
  for (let n = 0; n < kinds.length; ) {
    const results = await compiled.renderBatch(scopes.slice(n)).catch((error: unknown) => {
      // The batch pauses with this reason.
      if (error instanceof ContentError) return [];
      throw error;
    });
    if (results.length === 0) break;
    for (const [at, result] of results.entries()) {
      // A mail that cannot be rendered fails with its own reason.
      if (result instanceof ContentError) continue;
      const names = new Set([...result.missing].filter((name) => isOwn(name.split('.'), roots)).map(ownName));
      for (const name of names) addLacking(lacking, name, kinds[n + at]?.recipients ?? []);
    }
    n += results.length;
  }
  return lacking;
}

function addLacking(lacking: Map<string, Lacking>, name: string, recipients: readonly Recipient[]): void {
  const known = lacking.get(name) ?? { count: 0, first: [] };
  known.count += recipients.length;
  known.first.push(...recipients.slice(0, maxNamed - known.first.length).map(({ email }) => email));
  lacking.set(name, known);
}

/** Paths in the variables of the request and its recipients, without `variables`. */
function ownPaths(compiled: CompiledContent): (readonly string[])[] {
  const roots = new Set(compiled.variables.map(([root]) => root));
  return compiled.variables
    .filter((path) => isOwn(path, roots))
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

/** Conditions see false and an absent value alike, and the other values as true. */
function stateOf(values: Values, path: readonly string[]): '0' | '1' | '2' {
  let value: unknown = values;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return '0';
    value = (value as Values)[key];
  }
  if (value === null || value === undefined) return '0';
  return value === false ? '1' : '2';
}

const fieldOf = (name: string): string => (isFixed(name) ? name : `variables.${name}`);

const isFixed = (name: string): boolean => {
  const [root = ''] = name.split('.');
  return isRecord(root) || root === 'company';
};

function remedyOf(name: string): string {
  if (name.startsWith('company.')) return 'is read by the template and not set in the settings of the company';
  if (isFixed(name)) return 'is read by the template, and there is no such field';
  return 'is read by the template, and neither the request nor its recipients give it a value';
}
