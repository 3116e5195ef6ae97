/**
 * A set of records that a module keeps, such as an email list. Conditions of segments name it by its key: `{list: id}`.
 */
export interface RecordSet {
  readonly key: string;
  /** The model of the sets themselves, as `module.slug`. */
  readonly model: string;
  /** The model of the records that belong to a set. */
  readonly of: string;
  /** SQL that is true when a record belongs to a set, for statements in `scoped`. Both parameters are SQL of ids. */
  contains(setId: string, recordId: string): string;
  /** The records that put other records into a set, or take them out. */
  readonly members: {
    readonly model: string;
    /** The key of the field that refers to the record. */
    readonly record: string;
    /** Other fields that decide whether the record belongs to the set. */
    readonly decidedBy: readonly string[];
  };
  /** The fields of a set that decide which records belong to it. */
  readonly fields: readonly string[];
  /** The field of a set with the id of a segment whose records belong to the set too. */
  readonly segment?: string;
}
