import { invalid } from '#core/errors.ts';
import { bindField } from '#core/fields/bind-field.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { fieldTypes } from '#core/fields/index.ts';
import { type CustomFieldDefinition, declareCustom } from '#core/models/custom.ts';
import type { Registry } from '#core/models/registry.ts';

/**
 * Checks that the parts of a definition fit together: options of a choice, the target of a reference, a default of the
 * field's type. `prefix` precedes the name of the input field in errors.
 */
export function checkField(registry: Registry, key: string, definition: CustomFieldDefinition, prefix = ''): void {
  const { reference, options, strict, min, max } = definition;
  const type = fieldTypes[definition.type];
  const isNumber = definition.type === 'autonumber';
  const isDerived = definition.type === 'formula' || definition.type === 'rollup';
  const refuse = (part: keyof CustomFieldDefinition, code: string, message: string) =>
    invalid(`${prefix}${part}`, code, message);
  const applicable: [keyof CustomFieldDefinition, boolean | undefined][] = [
    ['reference', type.pointsTo],
    ['options', type.options],
    ['unique', type.sortable && !isDerived],
    ['min', type.numeric && !isDerived],
    ['max', type.numeric && !isDerived],
    ['maxLength', type.maxLength !== undefined && !isDerived],
    ['searchable', type.searchable],
    ['default', !type.pointsTo && !type.seal && !isNumber && !isDerived],
    ['required', !isNumber && !isDerived],
    ['stamp', ['date', 'datetime', 'reference'].includes(type.name)],
    ['follow', !isNumber && !type.seal && !isDerived],
    ['pattern', isNumber],
    ['formula', type.name === 'formula'],
    ['rollup', type.name === 'rollup'],
    ['resultType', isDerived],
    ['index', type.name === 'formula'],
  ];
  for (const [part, applies] of applicable) {
    const given = definition[part];
    if (given === undefined || given === null || given === false || applies) continue;
    throw refuse(part, 'not_an_option', `does not apply to a ${type.name} field`);
  }
  if (type.pointsTo && !reference) throw refuse('reference', 'required', 'is required for references');
  if (reference && !registry.find(reference.moduleKey, reference.slug)) {
    throw refuse('reference', 'unknown_model', 'must name an existing model');
  }
  if (strict && !options?.length) throw refuse('options', 'required', 'are required when strict is true');
  if (options && new Set(options.map((option) => option.value)).size !== options.length) {
    throw refuse('options', 'invalid_format', 'must not hold a value twice');
  }
  if (min !== undefined && max !== undefined && min > max)
    throw refuse('min', 'out_of_range', 'must not be more than max');
  if (isNumber && definition.pattern === undefined)
    throw refuse('pattern', 'required', 'is required for an autonumber, such as R-{yyyy}-{0000}');
  if (type.name === 'formula' && definition.formula === undefined)
    throw refuse('formula', 'required', 'is required, such as value * 0.1');
  if (type.name === 'rollup' && !definition.rollup)
    throw refuse('rollup', 'required', 'is required: the model, its reference and the function');
  checkDefault(key, definition, prefix);
}

function checkDefault(key: string, definition: CustomFieldDefinition, prefix: string): void {
  if (definition.default === undefined || definition.default === null) return;
  const field = bindField(key, declareCustom(definition), { customId: 'check' });
  try {
    field.type.check(definition.default as JsonValue, field);
  } catch (problem) {
    if (problem instanceof Problem) throw invalid(`${prefix}default`, problem.code, problem.message);
    throw problem;
  }
}
