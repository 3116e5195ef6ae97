import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { type Reference, referencesTo } from './relink.ts';

/** Records that count as events of other records: those of a model that refer to them, at the time in one of their fields. */
export interface EventSource {
  readonly model: Model;
  readonly time: Field;
  readonly references: readonly Reference[];
}

/** Names that people use for events of other models. */
const otherNames: Readonly<Record<string, string>> = { form: 'formSubmission', mail: 'email' };

/**
 * `email.opened` means records of the model `email` with a value in `openedAt`, `activity.created` all activities. They
 * must refer to records of the model `of`. Undefined when there is no such event.
 */
export function eventSource(registry: Registry, of: Model, eventType: string): EventSource | undefined {
  const [key = '', what = '', ...rest] = eventType.split('.');
  const model = registry.named(otherNames[key] ?? key);
  const time = model?.fields.get(what === 'created' ? 'createdAt' : `${what}At`);
  if (!model || !time || rest.length > 0 || time.type.name !== 'datetime' || time.declared.computed) return undefined;
  const references = referencesTo(registry, of).filter((other) => other.model === model && !other.field.type.array);
  return references.length === 0 ? undefined : { model, time, references };
}

/** Event types that exist for most tenants, for the message of an error. */
export const commonEvents = ['email.opened', 'email.clicked', 'email.replied', 'form.submitted', 'task.completed'];
