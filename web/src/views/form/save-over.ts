import { ApiError } from '~/api/http.ts';
import { type RecordData, records } from '~/api/records.ts';

/** Somebody else has changed the same values. The error has the message of the server's refusal. */
export class RecordConflict<R extends RecordData = RecordData> extends ApiError {
  /** The record as somebody else saved it. */
  readonly theirs: R;

  constructor({ status, code, message, details }: ApiError, theirs: R) {
    super(status, { code, message, details }, undefined);
    this.theirs = theirs;
  }
}

interface SaveInput<R> {
  readonly path: string;
  readonly id: string;
  /** Contains only changed fields, so that the other fields keep changes by others. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The version that the person saw. */
  readonly version: number | undefined;
  readonly isConflict: (theirs: R) => boolean;
}

/**
 * Saves changes of a record. If the record has a newer version, the changes are applied to that version. If they
 * conflict with it, nothing is written and a RecordConflict is thrown.
 */
export async function saveOver<R extends RecordData>({ path, id, changes, ...input }: SaveInput<R>): Promise<R> {
  const write = async (version: number | undefined) => (await records.update(path, id, changes, { version })) as R;
  try {
    return await write(input.version);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const theirs = (await records.get(path, id)) as RecordData as R;
    if (input.isConflict(theirs)) throw new RecordConflict(error, theirs);
    return write(theirs.version);
  }
}
