import type { Access } from '../access/access.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import type { Registry } from '../models/registry.ts';
import { type RuleDefinition, rulesWithout, viewRule } from '../models/rule.ts';

/** A field in the format of GET /api/data/models. Keys that do not apply are omitted. */
export function viewField(field: Field, registry: Registry): Record<string, unknown> {
  const { declared, options } = field;
  const target = declared.to === undefined ? undefined : registry.target(field);
  return {
    key: field.key,
    type: field.type.name,
    label: field.label,
    required: field.required,
    unique: field.unique,
    readOnly: field.readOnly,
    default: declared.default ?? null,
    ...(options && { options }),
    ...(target && { reference: { moduleKey: target.moduleKey, slug: target.slug } }),
    ...field.type.limits(field),
    ...(declared.help !== undefined && { help: declared.help }),
    ...(declared.group !== undefined && { group: declared.group }),
    ...(declared.order !== undefined && { order: declared.order }),
    ...(field.type.multiline && { multiline: true }),
    ...(declared.generated !== undefined && { computed: true }),
    ...(declared.money && { money: true }),
    ...(field.behaviour && { behaviour: field.behaviour }),
    ...(declared.defaultFrom !== undefined && { defaultFrom: declared.defaultFrom }),
    ...(declared.createOnly && { createOnly: true }),
    ...((declared.furtherRules ?? declared.rule !== undefined) && { furtherRules: true }),
    ...(declared.example !== undefined && { example: declared.example }),
    filterable: field.filterable,
    sortable: field.sortable,
    searchable: field.searchable,
    ...(field.copies && { index: true, indexState: field.copies.complete ? 'ready' : 'building' }),
    ...(field.customId && { custom: true }),
  };
}

export function viewModel(model: Model, registry: Registry): Record<string, unknown> {
  const parent = model.parent && registry.target(model.parent);
  return {
    moduleKey: model.moduleKey,
    slug: model.slug,
    modelKey: model.key,
    label: model.label,
    labelPlural: model.labelPlural,
    path: model.path,
    titleField: model.titleField,
    parent: parent ? { moduleKey: parent.moduleKey, slug: parent.slug, field: model.parent?.key } : null,
    scopes: model.scopes,
    ...(model.requiresOneOf.length > 0 && { requiresOneOf: model.requiresOneOf }),
    custom: model.customId !== undefined,
    ...(model.readOnly && { readOnly: true }),
    ...(model.openToForms && { openToForms: true }),
    ...(model.personal && { personal: { user: model.personal.user, sharing: model.personal.sharing ?? [] } }),
    ...(model.uniqueTogether.length > 0 && { uniqueTogether: model.uniqueTogether }),
    ...(model.rules.length > 0 && { rules: model.rules.map(viewRule) }),
    fields: Array.from(model.fields.values(), (field) => viewField(field, registry)),
  };
}

/** A model in the format of registry events: the result of `viewModel` at that time, with all fields. */
export interface ModelView {
  readonly moduleKey: string;
  readonly slug: string;
  readonly titleField: string;
  readonly requiresOneOf?: readonly string[];
  readonly rules?: readonly RuleDefinition[];
  readonly fields: readonly { readonly key: string; readonly custom?: boolean }[];
}

/** Removes custom fields that the model no longer has, because deleted fields are not shown. */
export function withoutDeletedFields(view: ModelView, registry: Registry): ModelView {
  const model = registry.find(view.moduleKey, view.slug);
  // The feed must not fail on an event whose record has no list of fields.
  const fields = view.fields?.filter(({ key, custom }) => !custom || model?.fields.has(key));
  if (fields?.length === view.fields?.length) return view;
  return { ...view, titleField: fields.some(({ key }) => key === view.titleField) ? view.titleField : '_id', fields };
}

/** Removes the fields that roles hide from the caller, as `withoutFields` does for a model. */
export function withoutHiddenFields(view: ModelView, access: Pick<Access, 'hiddenFields'>): RecordObject {
  const hidden = access.hiddenFields({ name: `${view.moduleKey}.${view.slug}` });
  if (hidden.size === 0) return view as unknown as RecordObject;
  const requiresOneOf = view.requiresOneOf?.filter((key) => !hidden.has(key)) ?? [];
  const rules = rulesWithout(view.rules ?? [], hidden);
  const { requiresOneOf: _oneOf, rules: _rules, ...rest } = view;
  return {
    ...rest,
    ...(requiresOneOf.length > 0 && { requiresOneOf }),
    ...(rules.length > 0 && { rules }),
    titleField: hidden.has(view.titleField) ? '_id' : view.titleField,
    fields: view.fields.filter(({ key }) => !hidden.has(key)),
  } as unknown as RecordObject;
}
