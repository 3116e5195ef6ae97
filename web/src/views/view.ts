import type { Filter, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';

/** A person's settings of a view. They are stored in the URL, in saved views and in screens. */
export interface ViewState {
  readonly filter?: Filter | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  /** The field that defines the groups of a table or the columns of a board. */
  readonly groupBy?: string | undefined;
  /** The field that positions records in a calendar. */
  readonly dateField?: string | undefined;
}

/** The properties of every view of records: table, board, calendar. */
export interface ViewProps {
  readonly model: Model;
  readonly state: ViewState;
  /** Changes some settings. Keys set to undefined return to the default. */
  readonly onState: (change: Partial<ViewState>) => void;
  readonly onOpen: (record: RecordData) => void;
  /** Opens the form for a new record with some initial values. */
  readonly onCreate: (initial: Readonly<Record<string, unknown>>) => void;
}
