import type { Model } from '~/metadata/model.ts';
import type { Link, Registry } from '~/metadata/registry.ts';

/** Kinds of related records with their own panel or timeline entries. */
export const panelKinds = ['notes', 'emails', 'activities', 'tasks', 'files', 'comments', 'submissions'] as const;
export type PanelKind = (typeof panelKinds)[number];

const hasFields = ({ fields }: Model, keys: readonly string[]): boolean =>
  keys.every((key) => fields.some((field) => field.key === key));

/** The shape of the model decides, not its name, because custom models may have the same shape. */
function kindOfModel(model: Model): PanelKind | undefined {
  if (model.moduleKey === 'communications' && model.slug === 'emails') return 'emails';
  if (model.moduleKey === 'communications' && model.slug === 'comments') return 'comments';
  if (model.moduleKey === 'sales' && model.slug === 'activities') return 'activities';
  if (model.moduleKey === 'forms' && model.slug === 'formSubmissions') return 'submissions';
  if (hasFields(model, ['storageKey', 'sha256', 'url'])) return 'files';
  if (hasFields(model, ['title', 'dueDate', 'status', 'completedAt', 'assignedUserId'])) return 'tasks';
  if (model.titleField === 'content') return 'notes';
  return undefined;
}

/** The panel for records of this link; undefined for ordinary related records. */
function panelOf(target: Model, { model, field }: Link): PanelKind | undefined {
  const isChild = model.parent?.field === field.key;
  return isChild || field.key === `${target.modelKey}Id` ? kindOfModel(model) : undefined;
}

/** The links of each panel. Child models come first, because new records are created there. */
export function panelLinks(
  registry: Registry,
  target: Model,
  canRead: (model: Model) => boolean,
): ReadonlyMap<PanelKind, readonly Link[]> {
  const found = new Map<PanelKind, Link[]>();
  for (const link of registry.incoming(target)) {
    const kind = panelOf(target, link);
    if (!kind || !canRead(link.model)) continue;
    const links = found.get(kind) ?? [];
    if (link.model.parent?.field === link.field.key) links.unshift(link);
    else links.push(link);
    found.set(kind, links);
  }
  return found;
}

/**
 * The link under which new tasks are created. Shared tasks come first, because task lists and calendars show them;
 * tasks of one model's own come second.
 */
export function taskTarget(links: readonly Link[], canWrite: (model: Model) => boolean): Link | undefined {
  const writable = links.filter(({ model }) => canWrite(model));
  return writable.find(({ model, field }) => model.parent?.field !== field.key) ?? writable[0];
}

export interface TalkLink {
  readonly link: Link;
  /** The path from a comment through its conversation to the record: `conversationId.contactId`. */
  readonly path: string;
}

/** Links to comments. They belong to conversations, and those in conversations of a record are part of its timeline. */
export function talkLinks(registry: Registry, target: Model, canRead: (model: Model) => boolean): readonly TalkLink[] {
  const comments = registry.at('communications', 'comments');
  const about = comments && registry.field(comments, 'conversationId');
  if (!comments || !about || !canRead(comments)) return [];
  return registry
    .incoming(target)
    .filter(({ model, field }) => model === registry.target(about) && field.key === `${target.modelKey}Id`)
    .filter(({ model }) => canRead(model))
    .map(({ field }) => ({ link: { model: comments, field: about }, path: `${about.key}.${field.key}` }));
}

/**
 * The link to submissions that wrote a record. A submission refers to contacts and accounts. For other models it has
 * only the id of the record, as text.
 */
export function submissionLink(
  registry: Registry,
  target: Model,
  canRead: (model: Model) => boolean,
): TalkLink | undefined {
  const submissions = registry.at('forms', 'formSubmissions');
  const field = submissions && registry.field(submissions, 'recordId');
  if (!submissions || !field || !canRead(submissions) || panelLinks(registry, target, canRead).has('submissions'))
    return undefined;
  return { link: { model: submissions, field }, path: field.key };
}

/** References to the author, editor or owner do not make records related. */
const bookkeeping = new Set(['createdBy', 'updatedBy', 'ownerId']);

/** The other references to records of this model. Those within its module come first. */
export function relatedLinks(registry: Registry, target: Model, canRead: (model: Model) => boolean): readonly Link[] {
  const links = registry
    .incoming(target)
    .filter((link) => !bookkeeping.has(link.field.key) && canRead(link.model) && panelOf(target, link) === undefined);
  const own = ({ model }: Link): number => (model.moduleKey === target.moduleKey ? 0 : 1);
  return links.sort((a, b) => own(a) - own(b));
}
