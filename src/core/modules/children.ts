import type { FieldDeclaration } from '../fields/field.ts';
import { boolean, choice, date, datetime, longText, reference, text } from '../fields/index.ts';
import { contentFields, fileHooks, storedFileReference } from '../files/file-hooks.ts';
import { type ChildKind, defineModel, type ModelDeclaration, type TimelineEntry } from '../models/declaration.ts';
import { singular } from '../models/model.ts';
import { platformModels } from '../platform-names.ts';

/** The fields that all models of files, notes and tasks share. */

export const fileFields = (): Record<string, FieldDeclaration> => ({
  name: text({ search: true, help: 'That of the uploaded file when absent.' }),
  ...contentFields(),
  storedFileId: storedFileReference(),
});

/** Rules of models with files. A record without a name gets the name of its stored file. */
export const fileRules = { requiresOneOf: ['name', 'storedFileId'], hooks: fileHooks };

export const noteFields = (): Record<string, FieldDeclaration> => ({
  content: longText({ required: true, search: true }),
  pinned: boolean({ default: false }),
});

export const taskFields = (): Record<string, FieldDeclaration> => ({
  title: text({ required: true, search: true }),
  description: longText({ search: true }),
  dueDate: date({ index: true }),
  status: choice({ options: ['open', 'inProgress', 'waiting', 'done', 'cancelled'], default: 'open' }),
  priority: choice({ options: ['low', 'normal', 'high', 'urgent'], default: 'normal' }),
  assignedUserId: reference(platformModels.users, { label: 'Assignee', responsible: true }),
  completedAt: datetime({ stamp: { when: { status: ['done'] }, set: 'now' } }),
});

const childFields: Record<ChildKind, () => Record<string, FieldDeclaration>> = {
  files: fileFields,
  notes: noteFields,
  tasks: taskFields,
};

const childTypes = { files: 'file', notes: 'note', tasks: 'task' } as const;

/** Files, notes and tasks appear in the timelines of the records to which these fields refer. */
export const childEntry = (kind: ChildKind, of: readonly string[]): TimelineEntry => ({ type: childTypes[kind], of });

/** The child models of a model: `children: ['files', 'notes']` of contacts gives `contactFiles` and `contactNotes`. */
export function childrenOf(moduleKey: string, parent: ModelDeclaration): ModelDeclaration[] {
  const parentKey = singular(parent.slug);
  const prefix = parent.childPrefix ?? parentKey;
  return (parent.children ?? []).map((kind) => {
    const parentField = `${parentKey}Id`;
    return defineModel({
      slug: `${prefix}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      title: kind === 'files' ? 'name' : kind === 'tasks' ? 'title' : 'content',
      parent: parentField,
      fields: { [parentField]: reference(`${moduleKey}.${parent.slug}`, { required: true }), ...childFields[kind]() },
      timeline: childEntry(kind, [parentField]),
      ...(kind === 'files' ? fileRules : parent.openToForms && { openToForms: true }),
    });
  });
}
