import { isDeepStrictEqual } from 'node:util';
import { ExactNumber, isJsonObject } from '#lib/json.ts';
import { Access, type Grant, visibleField } from '../access/access.ts';
import { readFollowed } from '../behaviours/follows.ts';
import { requireWritableStatus, setDefaultStatus } from '../behaviours/statuses.ts';
import type { Context } from '../context.ts';
import { AppError, Problems, validationFailed } from '../errors.ts';
import { type Field, type JsonValue, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { reachesOwner } from '../query/reach.ts';

export type { RecordObject, Values };

export type Input = Readonly<Record<string, unknown>>;

/** The handling of omitted fields: `create` and `replace` set the default, `merge` keeps the stored value. */
export type Mode = 'create' | 'replace' | 'merge';

export function asInput(body: unknown): Input {
  if (!isJsonObject(body)) {
    throw new AppError('validation_failed', 'The body must be a JSON object of fields.');
  }
  return body;
}

interface WriteOptions {
  /** The platform itself may write read-only fields. */
  readonly isPlatform: boolean;
  /** An import gives records the numbers that they had elsewhere. */
  readonly isImport: boolean;
}

/** Validates the input for one record and returns the values to write. Throws one error with all problems. */
export async function readRecord(
  context: Context,
  grant: Grant,
  input: Input,
  mode: Mode,
  previous?: RecordObject,
  { isPlatform = context.caller.userId === null, isImport = false }: Partial<WriteOptions> = {},
): Promise<Values> {
  const problems = new Problems();
  const values: Values = new Map();
  const reported = new Set<string>();
  // Fields with a behaviour that a PUT sends back as they are: the client has not chosen these values.
  const unchanged = new Set<Field>();
  const report = (field: Field, problem: unknown) => {
    if (!(problem instanceof Problem)) throw problem;
    problems.add(field.key, problem.code, problem.message);
    reported.add(field.key);
    // An entry in `values` skips the default and the rule, so each field is reported once. The values are not written.
    values.set(field, null);
  };
  for (const key of Object.keys(input)) {
    const field = visibleField(grant, key);
    if (!field) {
      // Do not throw here: a body may have thousands of unknown keys, and an exception for each would take seconds in a
      // bulk request.
      problems.add(key, 'unknown_field', `is not a field of ${grant.model.labelPlural.toLowerCase()}`);
      continue;
    }
    try {
      if (mode === 'replace' && field.behaviour && previous && sameJson(input[key], previous[key] ?? null)) {
        unchanged.add(field);
        continue;
      }
      if (!isPlatform)
        requireWritableStatus(grant, field, previous !== undefined && sameJson(input[key], previous[key] ?? null));
      readField(
        field,
        input[key],
        { grant, isPlatform: isPlatform && grant.model.stored.includes(field), isImport, mode },
        values,
        previous,
      );
    } catch (problem) {
      report(field, problem);
    }
  }
  const followed = await readFollowed(context, grant.model, values, {
    access: isPlatform ? Access.system : context.caller.access,
    previous: mode === 'merge' ? previous : undefined,
    // A PUT without such a field keeps its value.
    keeps: ({ key }) => mode === 'replace' && (grant.hidden.has(key) || grant.readOnly.has(key)),
  });
  for (const [field, value] of followed) {
    if (value !== null) values.set(field, value);
    else if (mode === 'merge' && !field.required) values.set(field, null);
  }
  if (mode !== 'merge') {
    await setDefaultStatus(context, grant, values, {
      isNew: mode === 'create',
      keeps: (field) => unchanged.has(field),
    });
    for (const field of mode === 'create' ? grant.model.stored : grant.model.writable) {
      if (values.has(field) || unchanged.has(field)) continue;
      try {
        setDefault(field, context, grant, mode, values);
      } catch (problem) {
        report(field, problem);
      }
    }
  }
  const oneOf = unmetOneOf(grant, values, mode, previous);
  if (oneOf && !oneOf.some((key) => reported.has(key))) problems.addOneOf(oneOf);
  for (const [field, value] of values) {
    const { rule } = field.declared;
    if (!rule || value === null) continue;
    try {
      await rule(value, context);
    } catch (problem) {
      report(field, problem);
    }
  }
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
  return values;
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** True when a record violates the rule `requiresOneOf` of its model. */
export const violatesOneOf = ({ requiresOneOf }: Model, record: RecordObject): boolean =>
  requiresOneOf.length > 0 && requiresOneOf.every((key) => isEmpty(record[key]));

/**
 * The fields of `requiresOneOf` when the write leaves all of them empty. A write that sets none of them is accepted, so
 * that records older than the rule can be changed. Hidden fields do not count, because the error would reveal whether
 * they are set.
 */
function unmetOneOf(
  { model, hidden }: Grant,
  values: Values,
  mode: Mode,
  previous: RecordObject | undefined,
): readonly string[] | undefined {
  const keys = model.requiresOneOf.filter((key) => !hidden.has(key));
  if (keys.length === 0) return undefined;
  const fields = keys.map((key) => model.fields.get(key) as Field);
  if ((previous || mode === 'merge') && !fields.some((field) => values.has(field))) return undefined;
  const filled = fields.some((field) => !isEmpty(values.has(field) ? values.get(field) : previous?.[field.key]));
  return filled ? undefined : keys;
}

function readField(
  field: Field,
  value: unknown,
  { grant, isPlatform, isImport, mode }: WriteOptions & { readonly grant: Grant; readonly mode: Mode },
  values: Values,
  previous?: RecordObject,
): void {
  const mayImport = isImport && field.behaviour?.kind === 'autonumber';
  if ((field.readOnly && !isPlatform && !mayImport) || grant.readOnly.has(field.key)) {
    const { computed, changedBy } = field.declared;
    if (previous && sameReadOnly(field, value, previous[field.key] ?? null)) return;
    // A client may send back a complete record that it has read, and a computed value may have changed since. A write
    // is refused only if it clearly intends to change the value: it contains only some fields, or clears this one.
    const isMeant = field.derived ? mode === 'merge' : changedBy !== undefined && (mode === 'merge' || value === null);
    if (previous && (computed || field.derived) && !isMeant) return;
    if (previous && field.declared.keptByPut && mode === 'replace') return;
    throw new Problem('read_only', changedBy === undefined ? 'is read-only' : `is read-only: ${changedBy}`);
  }
  if (field.declared.createOnly && previous && !isPlatform) {
    if (sameJson(value, previous[field.key] ?? null)) return;
    throw new Problem('read_only', 'is set when the record is made, and not changed here');
  }
  if (field.type.seal && previous && isDeepStrictEqual(value, previous[field.key])) return;
  if (value === null || value === undefined) {
    if (field.required) throw new Problem('required', 'is required');
    values.set(field, null);
    return;
  }
  values.set(field, field.type.check(value, field));
}

function setDefault(field: Field, { caller }: Context, grant: Grant, mode: Mode, values: Values): void {
  const { declared } = field;
  if (declared.status?.part === 'key' || declared.status?.part === 'row') return;
  if (mode === 'replace') {
    // Fields that the caller cannot see or set keep their values. So do secrets, stamps, and fields with a computed default.
    const keepsValue =
      grant.hidden.has(field.key) ||
      grant.readOnly.has(field.key) ||
      field.type.seal ||
      declared.defaultFrom ||
      declared.stamp ||
      declared.eventless ||
      declared.createOnly ||
      declared.keptByPut ||
      (declared.status && declared.status.part !== 'day');
    if (keepsValue) return;
  }
  const defaultValue =
    declared.defaultFrom === 'caller'
      ? caller.userId
      : declared.defaultFrom === 'now'
        ? new Date().toISOString()
        : (declared.default ?? null);
  if (defaultValue === null && field.required) throw new Problem('required', 'is required');
  if (defaultValue !== null || mode === 'replace') values.set(field, defaultValue);
}

/** Numbers of records ignore case, as all unique texts do. */
const sameReadOnly = ({ behaviour }: Field, value: unknown, stored: JsonValue): boolean =>
  behaviour?.kind === 'autonumber' && typeof value === 'string' && typeof stored === 'string'
    ? value.toLowerCase() === stored.toLowerCase()
    : sameJson(value, stored);

const sameJson = (value: unknown, stored: JsonValue): boolean =>
  value instanceof ExactNumber ? Number(value) === stored : isDeepStrictEqual(value ?? null, stored);

/** Encrypts or hashes the values that must not be stored in plain text. */
export async function seal(context: Context, values: Values): Promise<void> {
  for (const [field, value] of values) {
    if (field.type.seal && value !== null) values.set(field, await field.type.seal(value, field, context.services));
  }
}

/** Refuses a write that would give a record an owner outside the reach of the caller. */
export async function requireWithinReach(context: Context, grant: Grant, owner: JsonValue | undefined): Promise<void> {
  const { model, reach } = grant;
  if (model.ownerField.key !== 'ownerId' || (await reachesOwner(context, grant, owner))) return;
  const who = reach === 'own' ? 'yourself' : 'yourself or a member of your teams';
  throw new AppError('forbidden', `Your permission ${model.scopes.write}:${reach} needs ownerId to be ${who}.`, [
    { field: 'ownerId', code: 'out_of_reach', message: `ownerId must be ${who}.` },
  ]);
}

export const ownerOf = (model: Model, record: RecordObject): JsonValue | undefined => record[model.ownerField.key];
