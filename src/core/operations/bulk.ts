import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError, notFound } from '../errors.ts';
import type { RawQuery } from '../query/list-query.ts';
import { type BulkOperation, type BulkRequest, readBulkRequest } from './bulk-input.ts';
import { type BulkResult, BulkResults, failedAt, readReturn } from './bulk-results.ts';
import { findTarget } from './bulk-target.ts';
import { create } from './create.ts';
import { extractDates, requireImportAccess } from './import-dates.ts';
import type { RecordAnswer, RecordOperation } from './operation.ts';
import { type DependantCount, remove } from './remove.ts';
import { update } from './update.ts';

export interface BulkInput {
  readonly body: unknown;
  /** `fields` and `return` select the parts of each record in the response. */
  readonly query: RawQuery;
}

/**
 * Many writes in one request. With `atomic`, either all of them are written or none; otherwise each one is independent.
 */
export const bulk: RecordOperation<BulkInput, { body: string; showsSecret: boolean }> = {
  name: 'bulk',
  access: 'write',
  async run(context, grant, { body, query }) {
    const render = readReturn(grant, query);
    const request = readBulkRequest(body);
    if (request.isImport) requireImportAccess(context);
    return inTransaction(request.isImport ? asImport(context) : context, async (within) => {
      const results = new BulkResults(render, context.requestId);
      await runOperations(within, grant, request, results);
      return { body: results.toString(), showsSecret: results.showsSecret };
    });
  },
};

/** Events of an import say so, except when something else acts for the user. */
const asImport = (context: Context): Context => (context.via ? context : { ...context, via: { kind: 'import' } });

async function runOperations(
  context: TransactionContext,
  grant: Grant,
  { operations, atomic, isImport }: BulkRequest,
  results: BulkResults,
): Promise<void> {
  const dependantCount: DependantCount = { deleted: 0 };
  for (const [index, operation] of operations.entries()) {
    let result: BulkResult;
    try {
      const run = () => runOperation(context, grant, operation, dependantCount, isImport);
      result = atomic ? await run() : await context.tx.savepoint(run);
    } catch (error) {
      const reason = fromDatabase(error, context.registry);
      // Errors other than client errors, such as a lost connection, fail the whole request.
      if (!(reason instanceof AppError) || reason.status >= 500) throw error;
      if (atomic) throw failedAt(index, reason, operations.length, context.requestId);
      result = { status: reason.status, error: reason };
    }
    results.add(result);
  }
}

async function runOperation(
  context: Context,
  grant: Grant,
  operation: BulkOperation,
  dependantCount: DependantCount,
  isImport: boolean,
): Promise<BulkResult> {
  const record = operation.record ?? {};
  const createOne = async () =>
    created(
      await create.run(context, grant, isImport ? { ...extractDates(grant.model, record), isImport } : { record }),
    );
  if (operation.op === 'create') return createOne();
  const id = await findTarget(context, grant, operation);
  if (id === undefined) {
    if (operation.op === 'upsert') return createOne();
    throw notFound(`${grant.model.label}${operation.by ? ` with this ${operation.by}` : ''}`);
  }
  if (operation.op === 'delete') {
    await remove.run(context, grant, { id, dependantCount });
    return { status: 204, answer: { id } };
  }
  return { status: 200, answer: await update.run(context, grant, { id, record }) };
}

const created = (answer: RecordAnswer): BulkResult => ({ status: 201, answer });
