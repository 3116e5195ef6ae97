import { type Access, visibleField } from '#core/access/access.ts';
import type { Caller } from '#core/access/caller.ts';
import type { TransactionContext } from '#core/context.ts';
import { Problems, validationFailed } from '#core/errors.ts';
import { type Field, type JsonValue, Problem } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isJsonObject } from '#lib/json.ts';
import { isOwn, readRule, stringsIn } from './form-definition.ts';
import { type FieldSettings, isAnswerable, ownTypes, settingsOf } from './form-field.ts';
import { reservedKeys } from './reserved-keys.ts';
import { submitActionOf, submitActions } from './submit-action.ts';
import { checkTheme } from './theme.ts';

/** True when submissions may change existing records. */
export const changesRecords = (form: RecordObject): boolean => {
  const action = submitActionOf(form);
  return action === 'updateRecord' || action === 'upsertRecord';
};

/** True when submissions write records of the model. */
export const writesRecords = (form: RecordObject): boolean =>
  submitActionOf(form) === 'createRecord' || changesRecords(form);

/**
 * Checks a form that is, or becomes, published. It writes for visitors without a session, so the user who saves it must
 * be able to write the same records and fields. Drafts may be incomplete.
 */
export function checkForm({ caller, registry }: TransactionContext, form: RecordObject): void {
  const problems = new Problems();
  const model = typeof form.modelKey === 'string' ? registry.named(form.modelKey) : undefined;
  if (writesRecords(form)) checkModel(caller, form, model, problems);
  else if (model) caller.access.requireScope(model.scopes.read);
  const keys = stringsIn(form.fields);
  if (keys.length === 0) problems.add('fields', 'required', 'is required: a published form has at least one field');
  for (const key of keys) checkField(key, form, model && { model, access: caller.access }, problems);
  checkNames('requiredFields', stringsIn(form.requiredFields), keys, problems);
  checkSteps(form.steps, keys, problems);
  checkLogic(form.logic, keys, problems);
  if (model) checkDefaults(form, model, caller.access, problems);
  checkAction(form, model, problems);
  if (typeof form.slug === 'string' && form.slug !== '' && !/^[a-z0-9][a-z0-9-]{0,199}$/.test(form.slug))
    problems.add(
      'slug',
      'invalid_format',
      'must have lower case letters, digits and -, because it is part of the address',
    );
  checkTheme(form.theme, problems);
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
}

/** A published form needs a known action, and the settings that the action requires. */
function checkAction(form: RecordObject, model: Model | undefined, problems: Problems): void {
  const action = submitActionOf(form);
  if (action === undefined)
    problems.add(
      'submitAction',
      'not_an_option',
      `of a published form must be one of ${submitActions.join(', ')}; only a draft may have another text`,
    );
  if (action === 'callWebhook' && typeof form.submitUrl !== 'string')
    problems.add('submitUrl', 'required', 'is required for submitAction callWebhook');
  if (action === 'upsertRecord' && !(stringsIn(form.fields).includes('email') && model?.fields.has('email')))
    problems.add(
      'fields',
      'invalid',
      'must include email of the model for submitAction upsertRecord: it finds the record',
    );
  if (action === 'sendEmail' && stringsIn(form.notifyEmails).length + stringsIn(form.notifyUserIds).length === 0)
    problems.add('notifyEmails', 'required', 'or notifyUserIds is required for submitAction sendEmail');
}

/**
 * Checks the model first, and throws when the caller may not write it, because the other errors would reveal its
 * fields. The form writes with the permissions of its owner, so another user who saves it must reach all records: the
 * owner may reach records that this user does not.
 */
function checkModel(
  { access, userId }: Caller,
  form: RecordObject,
  model: Model | undefined,
  problems: Problems,
): void {
  if (!model) problems.add('modelKey', 'required', 'is required for this submitAction');
  else if (!isOpenToForms(model))
    problems.add('modelKey', 'invalid', `cannot be ${model.name}: its records are not written by visitors`);
  else if (access.requireScope(model.scopes.write) !== 'all' && form.ownerId !== userId)
    access.requireFullReach(model.scopes.write);
}

/** True when forms may write the model. */
export const isOpenToForms = ({ openToForms, readOnly, affectsAccess }: Model): boolean =>
  openToForms && !readOnly && affectsAccess === false;

function checkField(
  key: string,
  form: RecordObject,
  of: { readonly model: Model; readonly access: Access } | undefined,
  problems: Problems,
): void {
  const settings = settingsOf(form.fieldSettings, key);
  const grant = of?.access.grant(of.model, 'write');
  const field = grant && visibleField(grant, key);
  if (isOwn(settings)) checkOwnField(key, settings, problems);
  else if (!field || grant.readOnly.has(key))
    problems.add(
      'fields',
      'unknown_field',
      `names ${key}, which is no field that you may write; a field of the form itself needs fieldSettings.${key}.type`,
    );
  else if (!isAnswerable(field))
    problems.add('fields', 'invalid', `names ${key}, which visitors cannot fill in; set it in defaultValues`);
}

function checkOwnField(key: string, { type, options }: FieldSettings, problems: Problems): void {
  const name = `fieldSettings.${key}`;
  if (!/^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(key) || key in Object.prototype)
    problems.add('fields', 'invalid', `names ${key}: a key has letters, digits and _, and begins with a letter`);
  else if (reservedKeys.has(key)) problems.add('fields', 'invalid', `names ${key}, which submissions use themselves`);
  if (!ownTypes.includes(type as never))
    problems.add(`${name}.type`, 'invalid', `must be one of ${ownTypes.join(', ')}`);
  const isOption = (one: unknown) => typeof one === 'string' || (isJsonObject(one) && typeof one.value === 'string');
  if (options !== undefined && !(Array.isArray(options) && options.every(isOption)))
    problems.add(`${name}.options`, 'invalid', 'must be a list of texts or of {value, label}');
  else if (type === 'choice' && !options?.length)
    problems.add(`${name}.options`, 'required', 'is required for a choice');
}

function checkNames(at: string, named: readonly string[], keys: readonly string[], problems: Problems): void {
  for (const key of named)
    if (!keys.includes(key)) problems.add(at, 'unknown_field', `names ${key}, which is not in fields`);
}

function checkSteps(steps: JsonValue | undefined, keys: readonly string[], problems: Problems): void {
  for (const [n, step] of (Array.isArray(steps) ? steps : []).entries()) {
    if (!isJsonObject(step)) problems.add(`steps.${n}`, 'invalid', 'must be an object {title, fields}');
    else checkNames(`steps.${n}.fields`, stringsIn((step as RecordObject).fields), keys, problems);
  }
}

function checkLogic(logic: JsonValue | undefined, keys: readonly string[], problems: Problems): void {
  for (const [n, given] of (Array.isArray(logic) ? logic : []).entries()) {
    const rule = readRule(given);
    if (!rule)
      problems.add(
        `logic.${n}`,
        'invalid',
        'must be {if: {field, operator, value}, then: "show", "hide" or "require", fields}',
      );
    else {
      checkNames(
        `logic.${n}.if`,
        rule.if.map(({ field }) => field),
        keys,
        problems,
      );
      checkNames(`logic.${n}.fields`, rule.fields, keys, problems);
    }
  }
}

/** Checks the values that every record gets. Visitors cannot send them. */
function checkDefaults(form: RecordObject, model: Model, access: Access, problems: Problems): void {
  if (!isJsonObject(form.defaultValues) || !writesRecords(form)) return;
  const grant = access.grant(model, 'write');
  for (const [key, value] of Object.entries(form.defaultValues as RecordObject)) {
    const field = visibleField(grant, key);
    if (!field || field.readOnly || grant.readOnly.has(key) || field.type.seal)
      problems.add(
        `defaultValues.${key}`,
        'unknown_field',
        `is not a field of ${model.labelPlural.toLowerCase()} that you may write`,
      );
    else checkValue(field, value, problems);
  }
}

function checkValue(field: Field, value: JsonValue, problems: Problems): void {
  try {
    if (value !== null) field.type.check(value, field);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    problems.add(`defaultValues.${field.key}`, problem.code, problem.message);
  }
}
