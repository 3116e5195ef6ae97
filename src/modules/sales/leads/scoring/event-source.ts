import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { type Reference, referencesTo } from '#core/operations/relink.ts';

/** The records that count as events: those of a model that refer to the scored record, at the time in one of their fields. */
export interface EventSource {
  readonly model: Model;
  readonly time: Field;
  readonly references: readonly Reference[];
}

/** Names that people use for events of other models. */
const otherNames: Readonly<Record<string, string>> = { form: 'formSubmission', mail: 'email' };

/**
 * `email.opened` means records of the model `email` with a value in `openedAt`, `activity.created` all activities. The
 * model must refer to the scored one. Undefined when there is no such event.
 */
export function eventSource(registry: Registry, scored: Model, eventType: string): EventSource | undefined {
  const [key = '', what = '', ...rest] = eventType.split('.');
  const model = registry.named(otherNames[key] ?? key);
  const time = model?.fields.get(what === 'created' ? 'createdAt' : `${what}At`);
  if (!model || !time || rest.length > 0 || time.type.name !== 'datetime' || time.declared.computed) return undefined;
  const references = referencesTo(registry, scored).filter((other) => other.model === model && !other.field.type.array);
  return references.length === 0 ? undefined : { model, time, references };
}

/** Event types that exist for most tenants, for the message of an error. */
export const commonEvents = ['email.opened', 'email.clicked', 'email.replied', 'form.submitted', 'task.completed'];
