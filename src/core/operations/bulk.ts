import { createHash } from 'node:crypto';
import { Params, scoped } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject, parseJson } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import { visibleField } from '../access/access.ts';
import { type Context, inTransaction, queryable, type TransactionContext } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError, badQuery, type Detail, invalid, notFound } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import { largestAnswer, resultsTooLarge } from '../limits/answer-size.ts';
import { equalTo } from '../query/indexed-comparisons.ts';
import { type RawQuery, readFields } from '../query/list-query.ts';
import { ownerWithinReach, scopedRows, tableAs } from '../query/rows.ts';
import { create } from './create.ts';
import { requireImport, takeDates } from './import-dates.ts';
import type { RecordAnswer, RecordOperation } from './operation.ts';
import { uniqueText } from './references.ts';
import { remove, type Tally } from './remove.ts';
import { update } from './update.ts';
import { asInput, type Input, type RecordObject } from './validate.ts';

type Kind = 'create' | 'update' | 'upsert' | 'delete';

interface Step {
  readonly op: Kind;
  readonly id: string | undefined;
  readonly by: string | undefined;
  readonly record: Input | undefined;
}

interface Result {
  readonly status: number;
  /** What was written; of a deleted record only its id. */
  readonly answer?: Pick<RecordAnswer, 'id'> & Partial<RecordAnswer>;
  readonly error?: AppError;
}

export interface BulkInput {
  readonly body: unknown;
  /** `fields` and `return`: what the answer tells of each record. */
  readonly query: RawQuery;
}

/** JSON of what one result says beside its status. */
type Render = (answer: NonNullable<Result['answer']>) => string;

const kinds: readonly string[] = ['create', 'update', 'upsert', 'delete'];
const maxOperations = 1000;

/** Many writes in one request. `atomic`: all of them or none; otherwise each stands for itself. */
export const bulk: RecordOperation<BulkInput, { body: string; showsSecret: boolean }> = {
  name: 'bulk',
  access: 'write',
  async run(context, grant, { body, query }) {
    const render = readReturn(grant, query);
    const { steps, atomic, imports } = readBulk(body);
    if (imports) requireImport(context);
    return inTransaction(context, async (within) => {
      const results = new Results(render, context.requestId);
      await runSteps(within, grant, { steps, atomic, imports }, results);
      return { body: results.toString(), showsSecret: results.showsSecret };
    });
  },
};

/** A problem of the operation itself, where others are of its record. */
class OperationError extends AppError {
  constructor(field: string, code: string, message: string) {
    const { code: kind, message: sentence, details } = invalid(field, code, message);
    super(kind, sentence, details);
  }
}

/** The answer as it grows. It is refused inside the transaction, while nothing is committed yet. */
class Results {
  readonly #render: Render;
  readonly #requestId: string;
  readonly #texts: string[] = [];
  #bytes = 0;
  /** A record shows what is shown only once. */
  showsSecret = false;

  constructor(render: Render, requestId: string) {
    this.#render = render;
    this.#requestId = requestId;
  }

  add({ status, answer, error }: Result): void {
    const rest = error ? `,"error":${errorJson(error, this.#requestId)}` : answer ? this.#render(answer) : '';
    const text = `{"status":${status}${rest}}`;
    this.#bytes += Buffer.byteLength(text) + 1;
    if (this.#bytes > largestAnswer) throw resultsTooLarge();
    this.#texts.push(text);
    this.showsSecret ||= answer?.showsSecret === true;
  }

  toString(): string {
    return `{"results":[${this.#texts.join(',')}]}`;
  }
}

/** `fields=a,b`: those of each record; `return=minimal`: its id and version alone. */
function readReturn(grant: Grant, query: RawQuery): Render {
  const kind = query.return ?? 'full';
  if (kind !== 'full' && kind !== 'minimal') throw badQuery('return', 'must be full or minimal');
  const fields = readFields(grant, query.fields);
  if (kind === 'minimal') {
    if (fields) throw badQuery('fields', 'cannot be used together with return=minimal');
    return ({ id, version }) => `,"_id":"${id}"${version === undefined ? '' : `,"version":${version}`}`;
  }
  return ({ body }) => (body === undefined ? '' : `,"record":${fields ? selected(body, fields) : body}`);
}

function selected(record: string, fields: ReadonlySet<string>): string {
  const entries = Object.entries(parseJson(record) as RecordObject);
  return JSON.stringify(Object.fromEntries(entries.filter(([key]) => key === '_id' || fields.has(key))));
}

interface Bulk {
  readonly steps: readonly Step[];
  readonly atomic: boolean;
  /** Records that are made may bring their createdAt and updatedAt along. */
  readonly imports: boolean;
}

function readBulk(body: unknown): Bulk {
  const { operations, atomic = true, import: imports = false, ...rest } = asInput(body);
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(unknown, 'unknown_field', 'is not a field of a bulk request');
  if (typeof atomic !== 'boolean') throw invalid('atomic', 'invalid_type', 'must be true or false');
  if (typeof imports !== 'boolean') throw invalid('import', 'invalid_type', 'must be true or false');
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > maxOperations) {
    throw invalid('operations', 'out_of_range', `must be an array of 1 to ${maxOperations} operations`);
  }
  return { steps: operations.map(readStep), atomic, imports };
}

function readStep(value: unknown, n: number): Step {
  const at = `operations[${n}]`;
  if (!isJsonObject(value)) throw invalid(at, 'invalid_type', 'must be an object');
  const { op, _id, by, record, ...rest } = value;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(`${at}.${unknown}`, 'unknown_field', 'is not a field of a bulk operation');
  if (typeof op !== 'string' || !kinds.includes(op))
    throw invalid(`${at}.op`, 'not_an_option', `must be one of ${kinds.join(', ')}`);
  if (_id !== undefined && typeof _id !== 'string')
    throw invalid(`${at}._id`, 'invalid_type', 'must be the id of a record');
  if (by !== undefined && typeof by !== 'string') throw invalid(`${at}.by`, 'invalid_type', 'must name a field');
  if (record !== undefined && !isJsonObject(record)) {
    throw invalid(`${at}.record`, 'invalid_type', 'must be an object of fields');
  }
  if (record === undefined && op !== 'delete') throw invalid(`${at}.record`, 'required', 'is required');
  if (op === 'create' && _id !== undefined)
    throw invalid(`${at}._id`, 'read_only', 'is given by the platform; leave it out');
  if (op !== 'create' && _id === undefined && by === undefined)
    throw invalid(`${at}._id`, 'required', 'or by is required');
  return {
    op: op as Kind,
    id: _id as string | undefined,
    by: by as string | undefined,
    record: record as Input | undefined,
  };
}

async function runSteps(
  context: TransactionContext,
  grant: Grant,
  { steps, atomic, imports }: Bulk,
  results: Results,
): Promise<void> {
  const tally: Tally = { dependants: 0 };
  for (const [index, step] of steps.entries()) {
    let result: Result;
    try {
      const run = () => runStep(context, grant, step, tally, imports);
      result = atomic ? await run() : await context.tx.savepoint(run);
    } catch (error) {
      const reason = fromDatabase(error, context.registry);
      // What is not ours to explain, such as a lost connection, fails the request as a whole.
      if (!(reason instanceof AppError) || reason.status >= 500) throw error;
      if (atomic) throw failedAt(index, reason, steps.length, context.requestId);
      result = { status: reason.status, error: reason };
    }
    results.add(result);
  }
}

async function runStep(context: Context, grant: Grant, step: Step, tally: Tally, imports: boolean): Promise<Result> {
  const record = step.record ?? {};
  const add = async () =>
    created(await create.run(context, grant, imports ? takeDates(grant.model, record) : { record }));
  if (step.op === 'create') return add();
  const id = await findTarget(context, grant, step);
  if (id === undefined) {
    if (step.op === 'upsert') return add();
    throw notFound(`${grant.model.label}${step.by ? ` with this ${step.by}` : ''}`);
  }
  if (step.op === 'delete') {
    await remove.run(context, grant, { id, tally });
    return { status: 204, answer: { id } };
  }
  return { status: 200, answer: await update.run(context, grant, { id, record }) };
}

const created = (answer: RecordAnswer): Result => ({ status: 201, answer });

/** By `_id`, or the one record whose field `by` has the value that `record` gives. */
async function findTarget(context: Context, grant: Grant, { op, id, by, record }: Step): Promise<string | undefined> {
  if (id !== undefined) {
    const lower = id.toLowerCase();
    if (!isId(lower)) throw notFound(`${grant.model.label} ${id}`);
    if (op !== 'upsert') return lower;
    const params = new Params(context.caller.tenantId);
    if ((await idsWhere(context, grant, `t.id = ${params.add(lower, 'uuid')}`, params)).length === 0)
      throw notFound(`${grant.model.label} ${lower}`);
    return lower;
  }
  const field = visibleField(grant, by ?? '');
  if (!field?.filterable || field.type.array)
    throw new OperationError('by', 'unknown_field', `must name a field of ${grant.model.slug} that can be filtered`);
  const given = record?.[field.key];
  if (given === undefined || given === null)
    throw invalid(field.key, 'required', 'is required, because records are found by it');
  let value: JsonValue;
  try {
    value = field.type.check(given, field);
  } catch (problem) {
    throw invalid(field.key, 'invalid_format', (problem as Error).message);
  }
  await lockValue(context, grant, field.key, value);
  const params = new Params(context.caller.tenantId);
  const ids = await idsWhere(context, grant, sameValue(field, value, params), params);
  if (ids.length > 1)
    throw new AppError('conflict', `More than one ${grant.model.label.toLowerCase()} has this ${field.key}; use _id.`);
  return ids[0];
}

/** Unique texts are unique whatever their case, so that is how they are found. */
function sameValue(field: Field, value: JsonValue, params: Params): string {
  const { companion, customId, type, unique } = field;
  if (!unique || type.column !== 'text') return equalTo(field, 't', value, params);
  if (companion) return `t."${companion.name}" = ${companion.of(params.add(value, 'text'))}`;
  return `t.id in (select u.record_id from custom_uniques u where u.tenant_id = $1::bigint
    and u.field_id = '${customId}'::uuid and u.value = ${params.add(uniqueText(value), 'text')})`;
}

/** Two upserts of one value at the same time must not both find nothing. */
async function lockValue(context: Context, { model }: Grant, key: string, value: unknown): Promise<void> {
  const text = `${context.caller.tenantId} ${model.name} ${key} ${String(value).toLowerCase()}`;
  const number = createHash('sha256').update(text).digest().readBigInt64BE();
  await queryable(context).query('select pg_advisory_xact_lock($1::bigint)', [number.toString()]);
}

/** Two at most, of the records that the caller may know of. */
async function idsWhere(context: Context, grant: Grant, condition: string, params: Params): Promise<string[]> {
  const { model } = grant;
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${scoped(
      't',
      `select t.id from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and ${condition}${knownTo(context, grant, params)} limit 2`,
    )}`,
    params.values,
  );
  return rows.map((row) => row.id);
}

/**
 * The part of `where` that keeps a narrowed caller to the records that they may write or read: another's record is as
 * good as none, and neither the answer nor its id tells of it. One that can be read but not written is found, so that an
 * upsert is refused and does not make a second one.
 */
function knownTo({ caller: { access } }: Context, grant: Grant, params: Params): string {
  const { model } = grant;
  if (grant.reach === 'all' || access.reach(model.scopes.read) === 'all') return '';
  const reading = access.reach(model.scopes.read) === undefined ? [] : [access.grant(model, 'read')];
  const owner = model.ownerField.sql('t');
  return ` and (${[grant, ...reading].map((one) => ownerWithinReach(one, owner, params)).join(' or ')})`;
}

const errorJson = ({ code, message, details }: AppError, requestId: string) =>
  JSON.stringify({ code, message, requestId, details });

/** The error of an atomic request that wrote nothing: which operation failed, and that the others were undone. */
function failedAt(index: number, reason: AppError, count: number, requestId: string): AppError {
  const undone = new AppError('rolled_back', `Not done, because operation ${index} failed and the request is atomic.`);
  const results = Array.from({ length: count }, (_, n) => {
    const { status, code, message, details } = n === index ? reason : undone;
    return { status, error: { code, message, requestId, details } };
  });
  const at = `operations[${index}]${reason instanceof OperationError ? '' : '.record'}`;
  const details: Detail[] = reason.details.map((detail) => ({ ...detail, field: `${at}.${detail.field}` }));
  const message = `Operation ${index}: ${reason.message} Nothing was written.`;
  return new AppError(reason.code, message, details, {}, { results });
}
