import type { Field, Model } from '../model.ts';

type Words = Readonly<Record<string, string>>;

/** Translations of the product's labels, by their English text. */
export interface Labels {
  readonly models: Words;
  readonly fields: Words;
  readonly options: Words;
  readonly groups: Words;
  readonly help: Words;
  /** Names and descriptions of the workspaces, screens and dashboards that a new account has. */
  readonly ready: Words;
}

/** A workspace, screen or dashboard. */
export interface Named {
  readonly createdBy: string | null;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly widgets?: readonly { readonly title?: string | undefined }[] | null;
}

const files: Readonly<Record<string, () => Promise<{ default: Labels }>>> = {
  de: () => import('./de.json'),
};

/** Undefined for English, which is the language of the registry. */
export const labelsOf = async (language: string): Promise<Labels | undefined> => (await files[language]?.())?.default;

function translatedField(field: Field, labels: Labels): Field {
  const help = field.help === undefined ? {} : { help: labels.help[field.help] ?? field.help };
  // Fields that an account added have labels in the account's own words. Only their help is a text of the product.
  if (field.custom) return { ...field, ...help };
  const label = labels.fields[field.label] ?? field.label;
  if (!field.options) return { ...field, ...help, label };
  const options = field.options.map((option) => ({ ...option, label: labels.options[option.label] ?? option.label }));
  return { ...field, ...help, label, options };
}

/** Translates a record that the platform created. Texts that the account changed have no translation and stay. */
export function translatedBuiltIn<T extends Named>(record: T, { ready }: Labels): T {
  if (record.createdBy !== null) return record;
  const inWords = (text: string) => ready[text] ?? text;
  return {
    ...record,
    name: inWords(record.name),
    ...(record.description && { description: inWords(record.description) }),
    ...(record.widgets && {
      widgets: record.widgets.map((widget) => (widget.title ? { ...widget, title: inWords(widget.title) } : widget)),
    }),
  };
}

/** The models with the labels of a language. A model that the account added has labels in the account's own words. */
export const translated = (models: readonly Model[], labels: Labels): Model[] =>
  models.map((model) => ({
    ...model,
    ...(!model.custom && {
      label: labels.models[model.label] ?? model.label,
      labelPlural: labels.models[model.labelPlural] ?? model.labelPlural,
    }),
    fields: model.fields.map((field) => translatedField(field, labels)),
  }));
