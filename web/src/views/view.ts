import type { Filter, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';

/** What a person has chosen for a view of records. It is kept in the URL, in saved views and in screens. */
export interface ViewState {
  readonly filter?: Filter | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  /** The field whose values are the groups of a table or the columns of a board. */
  readonly groupBy?: string | undefined;
  /** The field by which a calendar places records. */
  readonly dateField?: string | undefined;
}

/** The properties of every view of records: table, board, calendar. */
export interface ViewProps {
  readonly model: Model;
  readonly state: ViewState;
  /** Changes the choice; keys that are undefined return to the default. */
  readonly onState: (change: Partial<ViewState>) => void;
  readonly onOpen: (record: RecordData) => void;
  /** Opens the form for a new record with some values filled in. */
  readonly onCreate: (initial: Readonly<Record<string, unknown>>) => void;
}
