import { createContext, useContext } from 'react';
import type { RecordData } from '~/api/records.ts';
import type { Model } from './model.ts';

interface CreateOptions {
  /** The caller needs exactly one record, so the form does not offer to create another. */
  readonly once?: boolean | undefined;
}

/** Opens the form for a new record. Resolves with the record, or with undefined when the person cancels. */
export type CreateRecord = (
  model: Model,
  initial?: Readonly<Record<string, unknown>>,
  options?: CreateOptions,
) => Promise<RecordData | undefined>;

/** The app provides the form, so that an input for references can create a record in place. */
export const CreateRecordContext = createContext<CreateRecord>(() => Promise.resolve(undefined));

export const useCreateRecord = (): CreateRecord => useContext(CreateRecordContext);
