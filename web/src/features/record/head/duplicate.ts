import type { RecordData } from '~/api/records.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';

/** The values of a copy. Unique values and secrets cannot be copied. */
export const duplicateValues = (model: Model, record: RecordData): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    model.fields
      .filter(
        ({ key, type, readOnly, computed, unique }) =>
          !readOnly && !computed && !unique && type !== 'secret' && !isEmpty(record[key]),
      )
      .map(({ key }) => [key, record[key]]),
  );
