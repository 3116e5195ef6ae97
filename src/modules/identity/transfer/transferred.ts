import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/** A field that names the user who is responsible for records of a model. */
export interface Transferred {
  readonly model: Model;
  readonly field: Field;
}

/**
 * Mailboxes belong to a person, with their logins. Who takes over the records of a colleague must not get the mails of
 * the colleague.
 */
const personal = new Set(['communications.mailboxConnections', 'communications.emails', 'communications.comments']);

/** Lists the fields that a hand-over changes, of all models or of the named ones. It leaves out records that users keep for themselves. */
export function transferredFields(registry: Registry, names: readonly string[] | undefined): Transferred[] {
  const wanted = names?.map((name, n) => {
    const model = registry.named(name);
    if (!model || fieldsOf(model).length === 0)
      throw invalid(`models.${n}`, 'invalid', 'must name a model whose records have an owner or an assignee');
    return model;
  });
  return (wanted ?? registry.models).flatMap((model) => fieldsOf(model).map((field) => ({ model, field })));
}

const fieldsOf = (model: Model): Field[] =>
  model.readOnly || model.personal || personal.has(model.name)
    ? []
    : model.stored.filter(({ declared, readOnly }) => declared.responsible && !readOnly);
