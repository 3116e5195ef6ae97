import type { Model } from '~/metadata/model.ts';
import type { Link, Registry } from '~/metadata/registry.ts';

/** An event of records that refer to a record of the model: that a time was set in one of them. */
export interface EventType {
  /** Example: `email.opened`. */
  readonly type: string;
  readonly model: Model;
  /** The label of the time. */
  readonly label: string;
}

/** Events with a text of their own, in the order in which they are offered. */
export const commonEvents = [
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.replied',
  'formSubmission.submitted',
  'task.completed',
] as const;

/** Names of the API for events of other models. */
const otherNames: Readonly<Record<string, string>> = { form: 'formSubmission', mail: 'email' };

/** The name of an event by which the console lists it. */
export function listedType(type: string): string {
  const [model = '', ...rest] = type.split('.');
  return [otherNames[model] ?? model, ...rest].join('.');
}

/** Times that say nothing about the person: they change with every write. */
const omitted: ReadonlySet<string> = new Set(['updatedAt', 'deletedAt']);

/** The models whose records refer to one of `model`, by a reference or by the pair of `modelKey` and `recordId`. */
function referringModels(registry: Registry, model: Model): Set<Model> {
  const isSingle = ({ field }: Link) => field.type === 'reference';
  const hasPair = (other: Model) =>
    !other.personal && ['recordId', 'modelKey'].every((key) => registry.field(other, key) !== undefined);
  const byField = registry.incoming(model).filter(isSingle);
  return new Set([...byField.map((link) => link.model), ...registry.models.filter(hasPair)]);
}

/** The events that a definition of records of the model may name. */
export const eventTypes = (registry: Registry, model: Model): readonly EventType[] =>
  [...referringModels(registry, model)].flatMap((other) =>
    registry.find(other.modelKey) !== other
      ? []
      : other.fields
          .filter(
            ({ key, type, computed }) => type === 'datetime' && key.endsWith('At') && !computed && !omitted.has(key),
          )
          .map(({ key, label }) => ({ type: `${other.modelKey}.${key.slice(0, -'At'.length)}`, model: other, label })),
  );
