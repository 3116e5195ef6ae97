import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';

/** A model of tasks with the fields that lists of tasks need. */
export interface TaskModel {
  readonly grant: Grant;
  readonly title: Field | undefined;
  readonly dueDate: Field;
  readonly status: Field;
  readonly completedAt: Field;
  readonly assignee: Field;
  /** The references to the record that a task is about. Of several that are set, the first one counts. */
  readonly parents: readonly Parent[];
}

interface Parent {
  readonly field: Field;
  /** Undefined when the caller may not read the model, so that the parent has no name. */
  readonly grant: Grant | undefined;
}

/** The models of tasks that the caller may read, in the order of their names. Tasks whose assignee is hidden are not listed. */
export function taskModels({ registry, caller: { access } }: Context): TaskModel[] {
  const models = registry.models.flatMap((model): TaskModel[] => {
    const grant = model.timeline?.type === 'task' ? access.readGrant(model) : undefined;
    if (!grant) return [];
    const field = (key: string) => visibleField(grant, key);
    const [dueDate, status, completedAt, assignee] = [
      field('dueDate'),
      field('status'),
      field('completedAt'),
      field('assignedUserId'),
    ];
    if (!dueDate || !status || !completedAt || !assignee) return [];
    const parents = (model.timeline?.of ?? []).flatMap((key) => {
      const reference = field(key);
      return reference ? [{ field: reference, grant: access.readGrant(registry.target(reference)) }] : [];
    });
    return [{ grant, title: field(model.titleField), dueDate, status, completedAt, assignee, parents }];
  });
  return models.sort((a, b) => (a.grant.model.name < b.grant.model.name ? -1 : 1));
}
