import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { invalid, Problems, validationFailed } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { platformScopes } from '#core/platform-names.ts';
import type { ImportMode, ImportOptions } from './input/import-input.ts';
import type { Mapping } from './sql/mappings.ts';

/** A column and what it sets. */
export interface PlannedColumn {
  readonly at: number;
  readonly name: string;
  readonly field: Field;
  /** Set when the column names the referenced record by another field than its id. */
  readonly key?: { readonly grant: Grant; readonly field: Field };
}

/** What an import does with each row. */
export interface ImportPlan {
  readonly grant: Grant;
  readonly mode: ImportMode;
  readonly columns: readonly PlannedColumn[];
  /** The field by which records are found; undefined when all rows are new. */
  readonly matchBy: Field | undefined;
  readonly options: ImportOptions;
}

interface PlanInput {
  readonly model: string;
  readonly mode: ImportMode;
  readonly matchBy?: string | null | undefined;
  readonly mapping: Mapping;
  readonly options: ImportOptions;
}

/** The model of an import, with the permissions of the caller. */
export function importGrant(context: Context, name: string): Grant {
  const model = context.registry.named(name);
  if (!model) throw invalid('model', 'not_an_option', 'must name a model by its key, its slug or module.slug');
  if (model.readOnly) throw invalid('model', 'not_an_option', `names ${model.name}, which only the platform writes`);
  return authorize(context, operations.create, model);
}

/** Checks what a request asks for against the columns of the file and the permissions of the caller. */
export function planImport(context: Context, columns: readonly string[], input: PlanInput): ImportPlan {
  const { mode, mapping, options } = input;
  if (options.quiet || options.historic) context.caller.access.requireFullReach(platformScopes.imports);
  checkLocale(options.locale);
  const grant = importGrant(context, input.model);
  const planned = planColumns(context, grant, columns, mapping, options);
  const matchBy = planMatch(grant, planned, mode, input.matchBy ?? undefined);
  if (planned.some(({ field }) => field.key === '_id') && matchBy?.key !== '_id')
    throw invalid('mapping', 'read_only', 'sets _id, which the platform gives; match by it, or leave it out');
  return { grant, mode, columns: planned, matchBy, options };
}

function checkLocale(locale: string | undefined): void {
  try {
    if (locale !== undefined) Intl.getCanonicalLocales(locale);
  } catch {
    throw invalid('options.locale', 'invalid_format', 'must be a language such as de-DE or en-US');
  }
}

function planColumns(
  context: Context,
  grant: Grant,
  columns: readonly string[],
  mapping: Mapping,
  options: ImportOptions,
): PlannedColumn[] {
  const problems = new Problems();
  const planned = new Map<string, PlannedColumn>();
  for (const [name, path] of Object.entries(mapping)) {
    const refuse = (code: string, message: string) => problems.add(`mapping.${name}`, code, message);
    const at = columns.indexOf(name);
    if (at === -1) {
      refuse('unknown_column', 'is not a column of the file');
      continue;
    }
    if (path === null || path === '') continue;
    const column = planColumn(context, grant, { at, name, path }, options, refuse);
    if (!column) continue;
    const other = planned.get(column.field.key);
    if (other) refuse('duplicate_field', `sets ${column.field.key}, as the column ${other.name} does`);
    else planned.set(column.field.key, column);
  }
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
  if (planned.size === 0)
    throw invalid('mapping', 'required', 'must name the field of at least one column, because no title says it');
  return [...planned.values()];
}

const historicKeys: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'createdBy']);

function planColumn(
  { registry, caller }: Context,
  grant: Grant,
  { at, name, path }: { readonly at: number; readonly name: string; readonly path: string },
  { historic = false }: ImportOptions,
  refuse: (code: string, message: string) => unknown,
): PlannedColumn | undefined {
  const [key = '', keyName, ...rest] = path.split('.');
  const field = visibleField(grant, key);
  const problem = field
    ? problemOfField(grant, field, historic)
    : `names ${key}, which is not a field of ${grant.model.slug}`;
  if (!field || problem !== undefined) return void refuse(field ? 'read_only' : 'unknown_field', problem ?? '');
  const isReference = field.type.pointsTo && field.declared.to !== undefined;
  if (keyName === undefined || keyName === '_id') return { at, name, field };
  if (!isReference || rest.length > 0) return void refuse('unknown_field', `names ${path}, but ${key} is no reference`);
  const target = registry.target(field);
  const readGrant = caller.access.readGrant(target);
  if (!readGrant) return void refuse('missing_scope', `names records that you may not read (${target.scopes.read})`);
  const keyField = visibleField(readGrant, keyName);
  if (!keyField?.filterable || keyField.type.array || keyField.type.pointsTo || keyField.derived)
    return void refuse('unknown_field', `names ${path}, but ${target.slug} cannot be found by ${keyName}`);
  return { at, name, field, key: { grant: readGrant, field: keyField } };
}

/** True when the caller can import a column into the field, or the field of a referenced record, that the path names. */
export const isUsable = (context: Context, grant: Grant, path: string, options: ImportOptions): boolean =>
  planColumn(context, grant, { at: 0, name: path, path }, options, () => undefined) !== undefined;

/** Why an import cannot set the field; undefined when it can. */
function problemOfField({ readOnly }: Grant, field: Field, isHistoric: boolean): string | undefined {
  const { key, behaviour } = field;
  if (key === '_id') return undefined;
  if (historicKeys.has(key) || behaviour?.kind === 'autonumber')
    return isHistoric || behaviour !== undefined
      ? undefined
      : `names ${key}, which only an import with the option historic sets`;
  if (field.readOnly || readOnly.has(key)) return `names ${key}, which is read-only`;
  return undefined;
}

function planMatch(
  grant: Grant,
  columns: readonly PlannedColumn[],
  mode: ImportMode,
  given: string | undefined,
): Field | undefined {
  if (mode === 'create') {
    if (given !== undefined) throw invalid('matchBy', 'not_an_option', 'is for the modes update and upsert');
    return undefined;
  }
  const usable = (field: Field): boolean => field.filterable && !field.type.array && !field.derived && !field.type.seal;
  if (given !== undefined) {
    const field = visibleField(grant, given);
    if (!field || !usable(field))
      throw invalid('matchBy', 'unknown_field', `must name a field of ${grant.model.slug} that can be filtered`);
    if (!columns.some((column) => column.field === field && !column.key))
      throw invalid('matchBy', 'required', 'names a field that no column has');
    return field;
  }
  const plain = columns.filter(({ key }) => !key).map(({ field }) => field);
  const found = plain.find(({ key }) => key === '_id') ?? plain.find((field) => field.unique && usable(field));
  if (!found) throw invalid('matchBy', 'required', `is required: the field by which ${mode} finds the records`);
  return found;
}
