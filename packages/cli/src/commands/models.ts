import { type Command, outputHelp, outputOptions } from '../command.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { fullName, type ModelView, readModels } from '../model-name.ts';
import { isForPeople, print, printJson } from '../output/print.ts';
import { table } from '../output/table.ts';

export const models: Command = {
  name: 'models',
  usage: '[model]',
  summary: 'Lists the models, or the fields of one',
  help: `Options
${outputHelp}
${connectionHelp}

Examples
  atrium models
  atrium models sales.contacts`,
  options: { ...connectionOptions, ...outputOptions },
  async run(given) {
    given.requireAtMost(1);
    const { client } = connect(given);
    const [name] = given.positionals;
    const all = await readModels(client);
    if (name === undefined) {
      if (!isForPeople(given)) return printJson(all);
      const rows = all.map(({ moduleKey, slug, labelPlural, fields, custom }) => ({
        model: `${moduleKey}.${slug}`,
        label: labelPlural,
        fields: fields.length,
        custom: custom ? 'yes' : '',
      }));
      return print(table(rows, ['model', 'label', 'fields', 'custom']));
    }
    const full = await fullName(client, name);
    const model = all.find(({ moduleKey, slug }) => `${moduleKey}.${slug}` === full);
    if (!model) throw new CommandError(`${full} is not a model. All models: atrium models`, exitCodes.notFound);
    return isForPeople(given) ? print(table(fieldRows(model), ['field', 'type', 'rules', 'label'])) : printJson(model);
  },
};

const fieldRows = ({ fields }: ModelView) =>
  fields.map(({ key, type, label, required, readOnly, reference, options }) => ({
    field: key,
    type: reference ? `${type} ${reference.moduleKey}.${reference.slug}` : type,
    rules: [
      ...(required ? ['required'] : []),
      ...(readOnly ? ['read-only'] : []),
      ...(options ? [options.map(({ value }) => value).join('|')] : []),
    ].join(' '),
    label,
  }));
