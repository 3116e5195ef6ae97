import { request } from './http.ts';
import { keys } from './keys.ts';
import type { Page, RecordData } from './records.ts';

/** Records that were entered twice, and merging them into one. */

export interface DuplicateGroup {
  readonly ids: readonly string[];
  /** 1 is complete agreement. */
  readonly score: number;
  readonly ruleId: string;
  readonly method: 'exact' | 'normalized' | 'similar';
  /** The fields that agree. */
  readonly fields: readonly string[];
}

export interface DuplicatesPage extends Page<DuplicateGroup> {
  readonly meta: Page['meta'] & {
    readonly rules: number;
    /** False while a job still compares records. */
    readonly ready: boolean;
    readonly jobIds: readonly string[];
  };
}

export interface MergeInput {
  /** Example: `sales.contacts`. */
  readonly model: string;
  readonly winnerId: string;
  readonly loserIds: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** The kept record with what moved to it, or the job that does it. */
export type MergeAnswer = { readonly mergeId: string } & (
  | { readonly jobId: string }
  | (RecordData & {
      readonly jobId?: never;
      readonly moved: number;
      readonly moves: readonly { readonly model: string; readonly field: string; readonly count: number }[];
    })
);

/** More records are not merged at once. */
export const maxMerged = 21;

/** Below the key of the model, so that the list is read again when its records change. */
export const duplicatesKey = (path: string) => [...keys.model(path), 'duplicates'] as const;

interface DuplicatesQuery {
  readonly model: string;
  readonly recordId?: string;
  readonly cursor?: string | undefined;
}

export const duplicates = {
  list: (query: DuplicatesQuery, signal?: AbortSignal): Promise<DuplicatesPage> =>
    request('GET', '/api/data/duplicates', { query: { ...query }, signal }),

  /** Says that records are different, or takes that back. */
  dismiss: (model: string, ids: readonly string[], undo = false): Promise<unknown> =>
    request('POST', '/api/data/duplicates/dismiss', { body: { model, ids, undo } }),

  preview: (body: MergeInput, signal?: AbortSignal): Promise<MergeAnswer> =>
    request('POST', '/api/data/merge', { body, query: { dryRun: true }, signal }),

  merge: (body: MergeInput): Promise<MergeAnswer> => request('POST', '/api/data/merge', { body }),

  undoMerge: (mergeId: string): Promise<{ readonly jobId?: string }> =>
    request('POST', '/api/data/merge/undo', { body: { mergeId } }),
};
