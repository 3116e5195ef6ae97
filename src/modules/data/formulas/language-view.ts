import { readableFields } from '#core/behaviours/formulas.ts';
import type { Context } from '#core/context.ts';
import { functionTable } from '#core/formulas/index.ts';
import type { Model } from '#core/models/model.ts';
import { hiddenOf } from '../schema/check-behaviours.ts';

/** The functions of formulas, in the order in which they are shown. */
export const functionsView = () =>
  functionTable.map(({ name, aliases = [], group, parameters, result, help, example }) => ({
    name,
    aliases: [...aliases],
    group,
    parameters: parameters.map(({ name: parameter, types, optional, repeats }) => ({
      name: parameter,
      types: [...types],
      ...(optional && { optional }),
      ...(repeats && { repeats }),
    })),
    // A type variable says that the result has the type of an argument.
    result: result === 'T' || result === 'R' ? null : result,
    help,
    example,
  }));

/** The fields that formulas of a model can read and the caller may see. */
export const readableFieldsView = (context: Context, model: Model) =>
  Array.from(readableFields(context.registry, model, hiddenOf(context)), ({ path, type, field, through }) => ({
    path: path.join('.'),
    label: through ? `${through.label} › ${field.label}` : field.label,
    type,
  }));
