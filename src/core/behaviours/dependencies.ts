import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { knownReads } from './derived-reads.ts';
import { followParts } from './follow-parts.ts';

/** The keys of the fields of the same record that decide the value of a field with a behaviour. */
const inputsOf = ({ declared: { stamp, follow } }: Field): readonly string[] =>
  stamp ? Object.keys(stamp.when) : follow === undefined ? [] : [followParts(follow).reference];

/** The fields that a write of these keys may change by itself, and those that decide about them; empty when there are none. */
export function affectedFields({ behaviours }: Model, keys: ReadonlySet<string>): ReadonlySet<string> {
  if (!behaviours) return new Set();
  const status = behaviours.status?.all.map(({ key }) => key) ?? [];
  const ofStatus = status.some((key) => keys.has(key)) ? status : [];
  const written = new Set([...keys, ...ofStatus]);
  const affected = [...behaviours.stamps, ...behaviours.follows].filter((field) =>
    inputsOf(field).some((key) => written.has(key)),
  );
  return new Set([...affected.flatMap((field) => [field.key, ...inputsOf(field)]), ...ofStatus]);
}

/** A field of the tenant whose behaviour depends on this one, of the same model or of another one. */
export function dependantField(registry: Registry, of: Model, key: string): { model: Model; field: Field } | undefined {
  for (const model of registry.models) {
    const derived = model.behaviours?.derived.find((field) =>
      knownReads(registry, model, field).some((read) => read.model.name === of.name && read.field.key === key),
    );
    if (derived) return { model, field: derived };
    for (const field of [...(model.behaviours?.stamps ?? []), ...(model.behaviours?.follows ?? [])]) {
      const { follow } = field.declared;
      const isInput = model.name === of.name && field.key !== key && inputsOf(field).includes(key);
      const isSource =
        follow !== undefined &&
        followParts(follow).field === key &&
        model.fields.get(followParts(follow).reference)?.declared.to === of.name;
      if (isInput || isSource) return { model, field };
    }
  }
  return undefined;
}
