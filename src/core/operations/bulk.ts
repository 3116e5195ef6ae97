import { createHash } from 'node:crypto';
import { Params } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { Grant } from '../access.ts';
import { visibleField } from '../access.ts';
import { type Context, inTransaction, queryable } from '../context.ts';
import { AppError, type Detail, fromDatabase, invalid, notFound } from '../errors.ts';
import { compileConditions } from '../query/compile.ts';
import type { readValue } from '../query/conditions.ts';
import { tableAs, tenantRows } from '../rows.ts';
import { asInput, type Input } from '../validate.ts';
import { create } from './create.ts';
import type { RecordOperation } from './operation.ts';
import { remove } from './remove.ts';
import { update } from './update.ts';

type Kind = 'create' | 'update' | 'upsert' | 'delete';

interface Step {
  readonly op: Kind;
  readonly id: string | undefined;
  readonly by: string | undefined;
  readonly record: Input | undefined;
}

interface Result {
  readonly status: number;
  /** JSON text of the record, when there is one. */
  readonly record?: string;
  readonly error?: AppError;
}

export interface BulkAnswer {
  readonly status: number;
  readonly body: string;
}

const kinds: readonly string[] = ['create', 'update', 'upsert', 'delete'];
const mostOperations = 1000;

/** Many writes in one request. `atomic`: all of them or none; otherwise each stands for itself. */
export const bulk: RecordOperation<{ body: unknown }, BulkAnswer> = {
  name: 'bulk',
  access: 'write',
  async run(context, grant, { body }) {
    const { steps, atomic } = readBulk(body);
    try {
      const results = await inTransaction(context, (within) => runSteps(within, grant, steps, atomic));
      return { status: 200, body: render(results) };
    } catch (failure) {
      if (failure instanceof StepFailed) return rolledBack(failure, steps.length);
      throw failure;
    }
  },
};

class StepFailed extends Error {
  readonly index: number;
  readonly reason: AppError;
  constructor(index: number, reason: AppError) {
    super(reason.message);
    this.index = index;
    this.reason = reason;
  }
}

function readBulk(body: unknown): { steps: Step[]; atomic: boolean } {
  const { operations, atomic = true, ...rest } = asInput(body);
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(unknown, 'unknown_field', 'is not a field of a bulk request');
  if (typeof atomic !== 'boolean') throw invalid('atomic', 'invalid_type', 'must be true or false');
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > mostOperations) {
    throw invalid('operations', 'out_of_range', `must be an array of 1 to ${mostOperations} operations`);
  }
  return { steps: operations.map(readStep), atomic };
}

function readStep(value: unknown, n: number): Step {
  const at = `operations[${n}]`;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid(at, 'invalid_type', 'must be an object');
  const { op, _id, by, record, ...rest } = value as Record<string, unknown>;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(`${at}.${unknown}`, 'unknown_field', 'is not a field of a bulk operation');
  if (typeof op !== 'string' || !kinds.includes(op))
    throw invalid(`${at}.op`, 'not_an_option', `must be one of ${kinds.join(', ')}`);
  if (_id !== undefined && typeof _id !== 'string')
    throw invalid(`${at}._id`, 'invalid_type', 'must be the id of a record');
  if (by !== undefined && typeof by !== 'string') throw invalid(`${at}.by`, 'invalid_type', 'must name a field');
  if (record !== undefined && (record === null || typeof record !== 'object' || Array.isArray(record))) {
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
  context: Context & { tx: NonNullable<Context['tx']> },
  grant: Grant,
  steps: readonly Step[],
  atomic: boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, step] of steps.entries()) {
    try {
      results.push(
        atomic ? await runStep(context, grant, step) : await context.tx.savepoint(() => runStep(context, grant, step)),
      );
    } catch (error) {
      const reason = fromDatabase(error, context.registry);
      // What is not ours to explain, such as a lost connection, fails the request as a whole.
      if (!(reason instanceof AppError) || reason.status >= 500) throw error;
      if (atomic) throw new StepFailed(index, reason);
      results.push({ status: reason.status, error: reason });
    }
  }
  return results;
}

async function runStep(context: Context, grant: Grant, step: Step): Promise<Result> {
  const record = step.record ?? {};
  if (step.op === 'create') return created(await create.run(context, grant, { record }));
  const id = await findTarget(context, grant, step);
  if (id === undefined) {
    if (step.op === 'upsert') return created(await create.run(context, grant, { record }));
    throw notFound(`${grant.model.label}${step.by ? ` with this ${step.by}` : ''}`);
  }
  if (step.op === 'delete') {
    await remove.run(context, grant, { id });
    return { status: 204 };
  }
  return { status: 200, record: (await update.run(context, grant, { id, record })).body };
}

const created = ({ body }: { body: string }): Result => ({ status: 201, record: body });

/** By `_id`, or the one record whose field `by` has the value that `record` gives. */
async function findTarget(context: Context, grant: Grant, { op, id, by, record }: Step): Promise<string | undefined> {
  if (id !== undefined) {
    const lower = id.toLowerCase();
    if (!isId(lower)) throw notFound(`${grant.model.label} ${id}`);
    if (op !== 'upsert') return lower;
    if ((await idsWhere(context, grant, `t.id = $2::uuid`, [lower])).length === 0)
      throw notFound(`${grant.model.label} ${id}`);
    return lower;
  }
  const field = visibleField(grant, by ?? '');
  if (!field?.filterable || field.type.array)
    throw invalid('by', 'unknown_field', `must name a field of ${grant.model.slug} that can be filtered`);
  const given = record?.[field.key];
  if (given === undefined || given === null)
    throw invalid(field.key, 'required', 'is required, because records are found by it');
  let value: ReturnType<typeof readValue>;
  try {
    value = field.type.check(given, field);
  } catch (problem) {
    throw invalid(field.key, 'invalid_format', (problem as Error).message);
  }
  await lockValue(context, grant, field.key, value);
  const params = new Params(context.caller.tenantId);
  const condition = compileConditions([{ field, operator: 'eq', values: [value] }], 't', params);
  const ids = await idsWhere(context, grant, `true${condition}`, params.values.slice(1));
  if (ids.length > 1)
    throw new AppError('conflict', `More than one ${grant.model.label.toLowerCase()} has this ${field.key}; use _id.`);
  return ids[0];
}

/** Two upserts of one value at the same time must not both find nothing. */
async function lockValue(context: Context, { model }: Grant, key: string, value: unknown): Promise<void> {
  const text = `${context.caller.tenantId} ${model.name} ${key} ${String(value).toLowerCase()}`;
  const number = createHash('sha256').update(text).digest().readBigInt64BE();
  await queryable(context).query('select pg_advisory_xact_lock($1::bigint)', [number.toString()]);
}

async function idsWhere(
  context: Context,
  { model }: Grant,
  condition: string,
  values: readonly unknown[],
): Promise<string[]> {
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and ${condition} limit 2`,
    [context.caller.tenantId, ...values],
  );
  return rows.map((row) => row.id);
}

const errorJson = ({ code, message, details }: AppError) => JSON.stringify({ code, message, details });

const render = (results: readonly Result[]): string =>
  `{"results":[${results
    .map(({ status, record, error }) =>
      error
        ? `{"status":${status},"error":${errorJson(error)}}`
        : record
          ? `{"status":${status},"record":${record}}`
          : `{"status":${status}}`,
    )
    .join(',')}]}`;

/** The answer of an atomic request that wrote nothing: which operation failed, and that the others were undone. */
function rolledBack({ index, reason }: StepFailed, count: number): BulkAnswer {
  const undone = new AppError('rolled_back', `Not done, because operation ${index} failed and the request is atomic.`);
  const results = Array.from(
    { length: count },
    (_, n): Result =>
      n === index ? { status: reason.status, error: reason } : { status: undone.status, error: undone },
  );
  const details: Detail[] = reason.details.map((detail) => ({
    ...detail,
    field: `operations[${index}].record.${detail.field}`,
  }));
  const error = JSON.stringify({
    code: reason.code,
    message: `Operation ${index}: ${reason.message} Nothing was written.`,
    details,
  });
  return { status: reason.status, body: `{"error":${error},${render(results).slice(1)}` };
}
