import type { FieldDeclaration } from '../fields/field.ts';
import { boolean, choice, date, datetime, integer, longText, reference, text } from '../fields/index.ts';
import { contentFields, fileHooks, storedFileReference } from '../files/file-hooks.ts';
import { type ChildKind, defineModel, type ModelDeclaration, singular } from './model.ts';

/** The fields that all models of files, notes, tasks, statuses and types share. */

export const fileFields = (): Record<string, FieldDeclaration> => ({
  name: text({ search: true, help: 'That of the uploaded file when absent.' }),
  ...contentFields(),
  storedFileId: storedFileReference(),
});

/** Of a model that has them: the name is that of the stored file when absent. */
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
  assignedUserId: reference('identity.users', { label: 'Assignee' }),
  completedAt: datetime(),
});

const childFields: Record<ChildKind, () => Record<string, FieldDeclaration>> = {
  files: fileFields,
  notes: noteFields,
  tasks: taskFields,
};

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
      ...(kind === 'files' && fileRules),
    });
  });
}

/** A model of statuses, sorted by `position`: `statuses('contactStatuses')`. */
export const statuses = (slug: string): ModelDeclaration =>
  defineModel({
    slug,
    owned: false,
    fields: {
      name: text({ required: true, index: true, search: true, maxLength: 100 }),
      color: text({ maxLength: 30, help: 'A CSS color such as #2e7d32.' }),
      position: integer({ default: 0 }),
      isDefault: boolean({ default: false }),
      isClosed: boolean({ default: false }),
    },
  });

/** A model of names to choose from, such as types or sources: `types('accountTypes')`. */
export const types = (slug: string): ModelDeclaration =>
  defineModel({
    slug,
    owned: false,
    fields: {
      name: text({ required: true, unique: true, search: true, maxLength: 100 }),
      description: longText(),
      color: text({ maxLength: 30, help: 'A CSS color such as #2e7d32.' }),
      position: integer({ default: 0 }),
      active: boolean({ default: true }),
    },
  });
