import type { Model } from '~/metadata/model.ts';
import type { Link, Registry } from '~/metadata/registry.ts';

/** Records around a record that have a panel or an entry in the timeline of their own. */
export const panelKinds = ['notes', 'emails', 'tasks', 'files', 'comments'] as const;
export type PanelKind = (typeof panelKinds)[number];

const hasFields = ({ fields }: Model, keys: readonly string[]): boolean =>
  keys.every((key) => fields.some((field) => field.key === key));

/** Custom models may have the same shape, so the shape decides and not the name. */
function kindOfModel(model: Model): PanelKind | undefined {
  if (model.moduleKey === 'communications' && model.slug === 'emails') return 'emails';
  if (model.moduleKey === 'communications' && model.slug === 'comments') return 'comments';
  if (hasFields(model, ['storageKey', 'sha256', 'url'])) return 'files';
  if (hasFields(model, ['title', 'dueDate', 'status', 'completedAt', 'assignedUserId'])) return 'tasks';
  if (model.titleField === 'content') return 'notes';
  return undefined;
}

/** The panel that shows records of this link; undefined when they are ordinary related records. */
function panelOf(target: Model, { model, field }: Link): PanelKind | undefined {
  const isChild = model.parent?.field === field.key;
  return isChild || field.key === `${target.modelKey}Id` ? kindOfModel(model) : undefined;
}

/** The links of each panel, children first: new records are created there. */
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
 * Where a new task is created. The tasks that all records share stand in the lists and calendars of tasks, so they go
 * before those that belong to one model only.
 */
export function taskTarget(links: readonly Link[], canWrite: (model: Model) => boolean): Link | undefined {
  const writable = links.filter(({ model }) => canWrite(model));
  return writable.find(({ model, field }) => model.parent?.field !== field.key) ?? writable[0];
}

export interface TalkLink {
  readonly link: Link;
  /** The path of the reference from a comment over its conversation to the record: `conversationId.contactId`. */
  readonly path: string;
}

/** Comments stand in conversations; those of the conversations with a record belong to its timeline. */
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

/** Who wrote, changed or owns a record says nothing about how records belong together. */
const bookkeeping = new Set(['createdBy', 'updatedBy', 'ownerId']);

/** The other references to records of this model, those of its own module first. */
export function relatedLinks(registry: Registry, target: Model, canRead: (model: Model) => boolean): readonly Link[] {
  const links = registry
    .incoming(target)
    .filter((link) => !bookkeeping.has(link.field.key) && canRead(link.model) && panelOf(target, link) === undefined);
  const own = ({ model }: Link): number => (model.moduleKey === target.moduleKey ? 0 : 1);
  return links.sort((a, b) => own(a) - own(b));
}
