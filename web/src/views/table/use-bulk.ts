import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { BulkOperation } from '~/api/records.ts';
import { refreshWritten } from '~/api/refresh.ts';
import type { Model } from '~/metadata/model.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { type BulkChange, type Outcome, plan, reasonsOf } from './bulk.ts';
import { readSelected, restoreAll, runBulk } from './run-bulk.ts';

/** This is a type alias, because translation parameters do not accept an interface. */
export type Progress = { readonly done: number; readonly total: number };

/** Changes and deletes many records, shows the progress, and offers to undo. */
export function useBulk(model: Model, ids: ReadonlySet<string>) {
  const { t, i18n } = useTranslation('records');
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const { path } = model;
  const refresh = useCallback(() => refreshWritten(client, keys.model(path)), [client, path]);
  const number = (value: number) => value.toLocaleString(i18n.language);

  const tellFailures = (outcome: Outcome) => {
    const [first] = reasonsOf(outcome);
    if (first)
      notifyError(
        new Error(first.message),
        t('bulk.failed', { count: outcome.failed.length, number: number(outcome.failed.length) }),
      );
  };
  const run = async (operations: readonly BulkOperation[]): Promise<Outcome> => {
    const total = operations.length;
    setProgress({ done: 0, total });
    const outcome = await runBulk(path, operations, (done) => setProgress({ done, total }));
    await refresh();
    return outcome;
  };
  /** Resolves with false after showing the error when the work fails. */
  const guarded = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notifyError(error);
      await refresh();
      return false;
    } finally {
      setProgress(undefined);
    }
  };

  const change = (wanted: BulkChange): Promise<boolean> =>
    guarded(async () => {
      setProgress({ done: 0, total: ids.size });
      const before = await readSelected(path, [...ids], [wanted.field]);
      const { doing, undoing } = plan(before, wanted);
      if (doing.length === 0) return notifyDone(t('bulk.unchanged'));
      const outcome = await run(doing);
      tellFailures(outcome);
      const { done } = outcome;
      if (done.length === 0) return;
      const changed = new Set(done);
      notifyUndo(t('bulk.changed', { count: done.length, number: number(done.length) }), async () => {
        tellFailures(
          await runBulk(
            path,
            undoing.filter(({ _id }) => _id !== undefined && changed.has(_id)),
          ),
        );
        await refresh();
      });
    });

  const removals = (): BulkOperation[] => Array.from(ids, (_id) => ({ op: 'delete', _id }));

  return {
    progress,
    change,
    /** A dry run of the deletion, which deletes nothing. */
    tryRemove: () => runBulk(path, removals(), undefined, true),
    remove: (onRemoved: (gone: readonly string[]) => void): Promise<boolean> =>
      guarded(async () => {
        const outcome = await run(removals());
        tellFailures(outcome);
        const { done } = outcome;
        onRemoved(done);
        if (done.length === 0) return;
        notifyUndo(t('bulk.removed', { count: done.length, number: number(done.length) }), async () => {
          await restoreAll(path, done);
          await refresh();
        });
      }),
  };
}
