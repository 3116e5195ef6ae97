import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';

const maxOptions = 40;

/** Describes a field in one line: `stage (choice: new, won, lost): Stage`. */
function lineOf(field: Field, more: string): string {
  const { key, label, type, declared } = field;
  const options = field.options?.slice(0, maxOptions).map(({ value }) => value);
  const kind = [
    options ? `${type.name}: ${options.join(', ')}` : (type.valueType ?? type.name),
    ...(declared.to === undefined ? [] : [`id of ${declared.to}`]),
    ...(more === '' ? [] : [more]),
  ];
  return `${key} (${kind.join('; ')}): ${label}${declared.help === undefined ? '' : `. ${declared.help}`}`;
}

/** Lists the fields by which the caller may filter a model, for a prompt. */
export const filterableFields = (grant: Grant): string =>
  [...grant.model.fields.values()]
    .filter(({ key, filterable }) => filterable && visibleField(grant, key) !== undefined)
    .map((field) => lineOf(field, `operators ${field.type.operators.join(' ')}${field.sortable ? '; sortable' : ''}`))
    .join('\n');

/** Lists the fields that the caller may write, for a prompt. */
export function writableFields({ caller }: Context, model: Model): string {
  const grant = caller.access.grant(model, 'write');
  return model.writable
    .filter(({ key, type }) => !type.seal && visibleField(grant, key) !== undefined && !grant.readOnly.has(key))
    .map((field) => lineOf(field, field.required ? 'required' : ''))
    .join('\n');
}
