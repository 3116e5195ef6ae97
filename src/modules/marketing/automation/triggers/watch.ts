import type { News } from '#core/events/following/news.ts';
import type { Model } from '#core/models/model.ts';
import type { Condition } from '#core/query/filter.ts';

/** An event that workflows may wait for. */
export interface WorkflowNews extends News {
  /** The enrollment, AI completion or other cause that wrote it. */
  readonly viaId: string | null;
  /** True for writes that must not start anything, such as those of a quiet import. */
  readonly quiet: boolean;
  /** The keys of the watched fields that changed; all of them for a record that is new or gone. */
  readonly changed: readonly string[] | null;
  /** Watched values after the change, or before a deletion. */
  readonly values: Readonly<Record<string, unknown>> | null;
  /** The same values before the change. */
  readonly former: Readonly<Record<string, unknown>> | null;
}

/** Which events matter, and for which records of the workflow. */
export interface Watch {
  /** The model of the events, or the name of other events. */
  readonly model: string;
  /** Fields whose change matters, and values that `matches` and `targets` read. */
  readonly fields: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  matches(news: WorkflowNews): boolean;
  /** The ids of the records of the workflow that the event concerns. */
  targets(news: WorkflowNews): readonly string[];
  /** Conditions of the record of the event, as it is now; of a deleted one, as it was. */
  readonly where?: { readonly model: Model; readonly conditions: readonly Condition[] } | undefined;
  /** Conditions of the record before the change. */
  readonly before?: { readonly model: Model; readonly conditions: readonly Condition[] } | undefined;
  /** True when the event is the deletion of the record. */
  readonly isDeletion?: boolean;
}

const noKeys: ReadonlySet<string> = new Set();

export const watchOf = (
  watch: Omit<Watch, 'fields' | 'values'> & Partial<Pick<Watch, 'fields' | 'values'>>,
): Watch => ({
  fields: noKeys,
  values: noKeys,
  ...watch,
});

/** The ids in some values of an event. */
export const idsIn = (news: WorkflowNews, keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const value = news.values?.[key];
    return typeof value === 'string' ? [value] : [];
  });

export const changedAny = (news: WorkflowNews, keys: ReadonlySet<string>): boolean =>
  news.changed?.some((key) => keys.has(key)) ?? false;

/** True when the event gave the field a value that it did not have. */
export const wasSet = ({ values, former }: WorkflowNews, key: string): boolean =>
  (values?.[key] ?? null) !== null && (former?.[key] ?? null) === null;
