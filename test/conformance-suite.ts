import { before, describe, it } from 'node:test';
import type { Model } from '#core/models/model.ts';
import { createRegistry } from '../src/app.ts';
import { Bench, type Subject } from './conformance-bench.ts';
import * as past from './conformance-past.ts';
import * as reads from './conformance-reads.ts';
import * as writes from './conformance-writes.ts';
import type { TestApp } from './harness.ts';

/** What holds for every model holds for each one: the trials follow the life of two records, in order. */
export function conformance(app: TestApp, includes: (model: Model) => boolean): void {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start(app);
  });
  for (const model of createRegistry().models.filter(includes)) {
    const subject: Subject = { model, first: undefined, second: undefined };
    const trial = (name: string, run: (bench: Bench, subject: Subject) => void | Promise<void>) =>
      it(name, () => run(bench, subject));
    describe(model.name, () => {
      trial('is created with every field, and writes one event', async () => {
        const make = model.readOnly ? writes.isInserted : writes.isCreated;
        await make(bench, subject, 'first');
        await make(bench, subject, 'second');
      });
      trial('is read by its id', reads.isRead);
      trial('is listed and searched', reads.isListed);
      trial('answers with the fields of its schema and no others', reads.answersAreClosed);
      trial('is found by every field that can be filtered', reads.isFoundByEveryField);
      trial('is sorted by every field that can be sorted, both ways', reads.isSortedByEveryField);
      trial('is read only with the scope to read', reads.needsScopeToRead);
      if (model.readOnly) {
        trial('is not seen by another tenant', () => reads.isUnseenBy(bench, subject, bench.stranger));
        trial('refuses every write', writes.isOnlyRead);
        trial('has a history', past.hasHistory);
        trial('is read as of a moment', past.isReadAsOf);
      } else changes(model, trial);
    });
  }
}

type Trial = (name: string, run: (bench: Bench, subject: Subject) => Promise<void>) => void;

function changes(model: Model, trial: Trial): void {
  trial('is written only with the scope to write', writes.needsScopeToWrite);
  trial('is neither seen nor changed by another tenant', writes.isOutOfReachOfOthers);
  trial('refuses unknown, read-only and missing fields', writes.refusesWrongFields);
  trial('refuses references that are not the tenant’s own', writes.refusesForeignReferences);
  trial('begins with its defaults', writes.fillsInDefaults);
  trial('is replaced by PUT, with one event', writes.isReplaced);
  trial('is left alone by PUT and PATCH with the values that it has', writes.staysAsItIs);
  trial('is changed by PATCH in what is given alone, with one event', writes.isPatched);
  const merges = model.putMerges ? 'keeps what PUT leaves out' : 'returns what PUT leaves out to its default';
  trial(merges, writes.leavesOut);
  trial('has a history', past.hasHistory);
  trial('is read as of a moment', past.isReadAsOf);
  trial('is set back to a version, with one event', past.isReverted);
  if (model.removeSets) trial('is deactivated by DELETE, with one event', writes.isDeactivated);
  else trial('is deleted, with one event', writes.isDeleted);
  if (model.removeSets || model.permanent) trial('is not restored', past.isNotRestored);
  else trial('is restored as it was, with one event', past.isRestored);
}
