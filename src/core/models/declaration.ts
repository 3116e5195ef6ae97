import type { FieldDeclaration, JsonSchema, JsonValue } from '../fields/field.ts';
import type { StatusListDeclaration } from './status-fields.ts';

export type OperationName =
  | 'list'
  | 'get'
  | 'create'
  | 'replace'
  | 'update'
  | 'remove'
  | 'search'
  | 'aggregate'
  | 'bulk'
  | 'history'
  | 'restore'
  | 'revert';

/** Child models. Their records belong to a record of the parent model and are deleted with it. */
export type ChildKind = 'files' | 'notes' | 'tasks';

/**
 * Limits who sees a record, in addition to permissions. The listed users and the members of the listed teams always see
 * it. Everybody else must meet all the other conditions; without other conditions, nobody else sees it. Callers with
 * `<module>:admin` see every record, unless `hiddenFromAdmins`.
 */
export interface Audience {
  /** References to one user or several users who see the record. */
  readonly users?: readonly string[];
  /** References to teams whose members see the record. */
  readonly viewerTeams?: string;
  /** A boolean field. Everybody sees the record when it is true. */
  readonly shared?: string;
  /**
   * Fields with role names and with teams. Users with one of them see the record; everybody sees it when both are
   * empty.
   */
  readonly roles?: string;
  readonly teams?: string;
  /** A choice of `private`, `team`, `linked` and `everyone`, and the reference to the team. */
  readonly visibility?: string;
  readonly team?: string;
  /** For `linked`: the reference to the record whose readers see this record, and its model. */
  readonly linked?: { readonly key: string; readonly model: string };
  readonly hiddenFromAdmins?: boolean;
}

/**
 * Records that users keep for themselves. Users may write their own records with the read scope, because this changes
 * nothing for anybody else. Records of other users need `<module>:admin`. API keys need the write scope.
 */
export interface Personal {
  /** The reference to the user who owns the record. */
  readonly user: string;
  /**
   * Lists without a filter on the user contain only the caller's records, in this order. Undefined lists all that the
   * caller sees.
   */
  readonly sort?: string;
  /** Fields that share a record with other users. A record in which one of them has a value needs the write scope. */
  readonly sharing?: readonly string[];
}

/** A reference from another model to this one, such as from a message to its conversation. */
export interface Referrer {
  readonly model: string;
  readonly reference: string;
}

/** The kinds of entries in the timeline of a record. */
export const timelineTypes = [
  'change',
  'note',
  'task',
  'email',
  'comment',
  'file',
  'activity',
  'call',
  'submission',
] as const;

export type TimelineType = (typeof timelineTypes)[number];

/** Declares that records of a model are entries in the timelines of the records to which they refer. */
export interface TimelineEntry {
  readonly type: TimelineType;
  /** Values of a field that make an entry of another type. */
  readonly typeBy?: { readonly field: string; readonly types: Readonly<Record<string, TimelineType>> };
  /** The references to the records in whose timelines an entry appears. Their indexes are in the order of timelines. */
  readonly of: readonly string[];
  /** A reference to a record of another model. The entry appears where the timeline declaration of that model says. */
  readonly through?: { readonly reference: string; readonly of: readonly string[] };
  /** A text field with the id of a record of any model, for models to which no field in `of` refers. */
  readonly anyRecord?: string;
  /** The time of an entry. Entries without a value have the time of their creation, as those of other models do. */
  readonly at?: string;
  /** The fields with the address and the name of the author, for entries that no user has made. */
  readonly author?: {
    readonly email: string;
    readonly name?: string;
    /** Only records with this value have such an author. */
    readonly when?: { readonly field: string; readonly is: JsonValue };
  };
  /** A long text of which entries contain the beginning. */
  readonly excerpt?: string;
  /** Long texts and JSON that entries contain besides the other fields. */
  readonly shows?: readonly string[];
}

/** The declaration of a model. Table, validation, API and permissions are derived from it. */
export interface ModelDeclaration {
  /** The plural in camelCase, which is the last segment of the path, such as `contacts` in /api/sales/contacts. */
  readonly slug: string;
  /** The singular in camelCase, which events use: `contact.created`. Set it only when `singular(slug)` is wrong. */
  readonly key?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  /** The field by which people know a record. Defaults to `name`, or `_id` when the model has no `name`. */
  readonly title?: string;
  readonly fields: Record<string, FieldDeclaration>;
  /**
   * Adds the field `ownerId`, whose default is the creator. Defaults to true; set it to false for lists of settings.
   */
  readonly owned?: boolean;
  /** The reference field that points to the parent record. A record is deleted with its parent. */
  readonly parent?: string;
  readonly children?: readonly ChildKind[];
  /** The prefix of the slugs of the children. Defaults to the singular of the slug. */
  readonly childPrefix?: string;
  /** Indexes over several fields. References and fields with `index` or `unique` have their own. */
  readonly indexes?: readonly (readonly string[])[];
  /** Lists of fields. The combination of their values is unique in the tenant. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  /** At least one of these fields must have a value. */
  readonly requiresOneOf?: readonly string[];
  readonly personal?: Personal;
  /**
   * Long texts whose words are stored in the table `<table>_words`, which a migration creates and the module fills.
   * Otherwise every change of a frequently changing record would index all words of the text again.
   */
  readonly wordsApart?: readonly string[];
  /** `q` also finds records that a matching record of another model references, if the caller may read that record. */
  readonly searchedThrough?: Referrer;
  /** Limits who sees a record. Undefined means everybody with the permission. */
  readonly audience?: Audience;
  /** PUT keeps fields that the body omits, as PATCH does. */
  readonly putMerges?: boolean;
  /** DELETE sets these values instead of deleting the record. */
  readonly removeSets?: Readonly<Record<string, JsonValue>>;
  /** Clients cannot write records; only the platform does. */
  readonly readOnly?: boolean;
  /**
   * The model is a list to choose from, such as statuses: a permission for `:own` or `:team` reads all of its records.
   */
  readonly choices?: boolean;
  /**
   * Reads need the scope `<module>:write` in place of `<module>:read`, for records that are for the users of a module.
   */
  readonly readNeedsWrite?: boolean;
  /** Writes need the scope `<module>:admin`. */
  readonly writeNeedsAdmin?: boolean;
  /**
   * Writes, or only those to the listed fields, change permissions, and so invalidate the tenant's cached permissions.
   */
  readonly affectsAccess?: boolean | readonly string[];
  /**
   * Published forms may write records, so visitors without a session can create them. Defaults to false, so that a new
   * model of settings or permissions is never open by accident. Notes and tasks of the model have the same value.
   * Custom models are open.
   */
  readonly openToForms?: boolean;
  /** A deleted record cannot be restored. */
  readonly permanent?: boolean;
  /** Nodes keep its records in memory. A write drops what they keep of the tenant. */
  readonly keptInMemory?: boolean;
  /** The model is a list of statuses. */
  readonly statusList?: StatusListDeclaration;
  /** The records of a new tenant. */
  readonly standard?: readonly Readonly<Record<string, JsonValue>>[];
  readonly timeline?: TimelineEntry;
  /** Models whose timelines belong to that of a record of this model, with their references to it. */
  readonly timelineIncludes?: Readonly<Record<string, string>>;
  /** JSON Schemas of values that hooks add to the answers of writes. */
  readonly shownOnWrite?: Readonly<Record<string, JsonSchema>>;
}

export const defineModel = (declaration: ModelDeclaration): ModelDeclaration => declaration;
