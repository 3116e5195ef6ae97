import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Page, RecordData } from '~/api/records.ts';
import { firstLanguage } from '~/lib/language.ts';
import { isHtml, plainText } from '~/lib/plain-text.ts';
import { type Labels, labelsOf, type Named, translated, translatedBuiltIn } from './labels/labels.ts';
import { type Field, type Model, modelName } from './model.ts';
import { withCurrencies } from './money-fields.ts';

/** A reference from one model to another. */
export interface Link {
  readonly model: Model;
  readonly field: Field;
}

/** Gives formulas and rollups the type of their values, by which they are shown, filtered and sorted. */
function withValueType(field: Field): Field {
  const { behaviour } = field;
  return behaviour?.kind === 'formula' || behaviour?.kind === 'rollup'
    ? { ...field, type: behaviour.resultType }
    : field;
}

/** The models of the account, with the fields that the user may see. */
export class Registry {
  readonly models: readonly Model[];
  readonly #byName: ReadonlyMap<string, Model>;
  readonly #fields = new WeakMap<Model, ReadonlyMap<string, Field>>();
  readonly #incoming = new Map<string, Link[]>();

  readonly #labels: Labels | undefined;

  constructor(given: readonly Model[], labels?: Labels) {
    const byPlace = new Map(given.map((model) => [modelName(model), model]));
    const shown = given.map((model) =>
      withCurrencies({ ...model, fields: model.fields.map(withValueType) }, (place) => byPlace.get(modelName(place))),
    );
    const models = labels ? translated(shown, labels) : shown;
    this.models = models;
    this.#labels = labels;
    const byName = new Map<string, Model>();
    // Screens and forms may name a model by its slug, its key, or module and slug.
    for (const model of models)
      for (const name of [model.modelKey, model.slug]) if (!byName.has(name)) byName.set(name, model);
    for (const model of models) byName.set(modelName(model), model);
    this.#byName = byName;
    for (const model of models) {
      for (const field of model.fields) {
        if (!field.reference) continue;
        const target = modelName(field.reference);
        const links = this.#incoming.get(target) ?? [];
        links.push({ model, field });
        this.#incoming.set(target, links);
      }
    }
  }

  /** Finds a model by `sales.contacts`, `contacts` or `contact`. */
  find(name: string): Model | undefined {
    return this.#byName.get(name);
  }

  at(moduleKey: string, slug: string): Model | undefined {
    return this.#byName.get(`${moduleKey}.${slug}`);
  }

  field(model: Model, key: string): Field | undefined {
    let fields = this.#fields.get(model);
    if (!fields) {
      fields = new Map(model.fields.map((field) => [field.key, field]));
      this.#fields.set(model, fields);
    }
    return fields.get(key);
  }

  /**
   * The translated heading of a group of fields. The name of the group stays, because fields that the account adds join
   * a group by it.
   */
  groupLabel(group: string): string {
    return this.#labels?.groups[group] ?? group;
  }

  /** The translated help of a function of formulas. */
  helpText(help: string): string {
    return this.#labels?.help[help] ?? help;
  }

  /** A workspace, screen or dashboard for display. Those that the platform created are translated. */
  translated<T extends Named>(record: T): T {
    return this.#labels ? translatedBuiltIn(record, this.#labels) : record;
  }

  /** The model that a reference points to; undefined when the user may not see it. */
  target(field: Field): Model | undefined {
    return field.reference && this.#byName.get(modelName(field.reference));
  }

  /** The references of other models to this one. */
  incoming(model: Model): readonly Link[] {
    return this.#incoming.get(modelName(model)) ?? [];
  }
}

export const registryQuery = queryOptions({
  queryKey: keys.registry,
  queryFn: async ({ signal }) => {
    // Labels are loaded in parallel with the texts, so the language may not be set yet.
    const labels = labelsOf(i18next.language ?? firstLanguage());
    const { data } = await request<Page<Model>>('GET', '/api/data/models', { signal });
    return new Registry(data, await labels);
  },
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

export const useRegistry = (): Registry => useSuspenseQuery(registryQuery).data;

const maxTitle = 120;

/** A note has no title but its text, which may be long and formatted, so it is shortened. */
function shortTitle({ fields, titleField }: Model, title: string): string {
  if (title.length <= maxTitle && !isHtml(title)) return title;
  if (fields.find(({ key }) => key === titleField)?.type !== 'longText') return title;
  const text = plainText(title);
  return text.length > maxTitle ? `${text.slice(0, maxTitle).trimEnd()}…` : text;
}

/** The label of an option, when the title of the model is a choice: an enrollment is `Waiting`. */
function optionLabel({ fields, titleField }: Model, title: unknown): unknown {
  const field = fields.find(({ key }) => key === titleField);
  if (field?.type !== 'choice') return title;
  return field.options?.find(({ value }) => value === title)?.label ?? title;
}

/** The title of a record; its id when the title is empty. */
export function titleOf(model: Model, record: RecordData): string {
  const title = optionLabel(model, record[model.titleField]);
  if (typeof title === 'string' && title !== '') return shortTitle(model, title);
  const { firstName, lastName, name, email } = record;
  const person = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  if (person !== '') return person;
  return ([name, email].find((text) => typeof text === 'string' && text !== '') as string) ?? record._id;
}
