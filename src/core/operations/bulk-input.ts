import { isJsonObject } from '#lib/json.ts';
import { AppError, invalid } from '../errors.ts';
import { asInput, type Input } from './validate.ts';

type Kind = 'create' | 'update' | 'upsert' | 'delete';

export interface BulkOperation {
  readonly op: Kind;
  readonly id: string | undefined;
  readonly by: string | undefined;
  readonly record: Input | undefined;
}

export interface BulkRequest {
  readonly operations: readonly BulkOperation[];
  readonly atomic: boolean;
  /** True when created records may set their createdAt and updatedAt. */
  readonly isImport: boolean;
}

/** An error in the operation itself, not in its record. */
export class OperationError extends AppError {
  constructor(field: string, code: string, message: string) {
    const { code: errorCode, message: sentence, details } = invalid(field, code, message);
    super(errorCode, sentence, details);
  }
}

const kinds: readonly string[] = ['create', 'update', 'upsert', 'delete'];
const maxOperations = 1000;

export function readBulkRequest(body: unknown): BulkRequest {
  const { operations, atomic = true, import: isImport = false, ...rest } = asInput(body);
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw invalid(unknown, 'unknown_field', 'is not a field of a bulk request');
  if (typeof atomic !== 'boolean') throw invalid('atomic', 'invalid_type', 'must be true or false');
  if (typeof isImport !== 'boolean') throw invalid('import', 'invalid_type', 'must be true or false');
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > maxOperations) {
    throw invalid('operations', 'out_of_range', `must be an array of 1 to ${maxOperations} operations`);
  }
  return { operations: operations.map(readOperation), atomic, isImport };
}

function readOperation(value: unknown, n: number): BulkOperation {
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
