import type { Atrium } from 'atrium-sdk';
import { CommandError, exitCodes } from './command-error.ts';

export interface FieldView {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly default: unknown;
  readonly help?: string;
  readonly strict?: boolean;
  readonly createOnly?: boolean;
  readonly custom?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly reference?: { readonly moduleKey: string; readonly slug: string };
  readonly items?: { readonly type: string };
  readonly behaviour?: { readonly kind: string; readonly resultType?: string };
}

export interface ModelView {
  readonly moduleKey: string;
  readonly slug: string;
  readonly modelKey: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly path: string;
  readonly titleField: string;
  readonly custom: boolean;
  readonly readOnly?: boolean;
  readonly fields: readonly FieldView[];
}

/** Every model that the caller may read, with custom models and fields. */
export async function readModels(client: Atrium): Promise<readonly ModelView[]> {
  const { data } = await client.action<{ data: readonly ModelView[] }>('GET', '/api/data/models');
  return data;
}

/** `sales.contacts`, from that name, `contacts` or `contact`. A full name needs no request. */
export async function fullName(client: Atrium, name: string): Promise<string> {
  if (/^\w+\.\w+$/.test(name)) return name;
  const models = await readModels(client);
  const found = models.filter(({ slug, modelKey }) => slug === name || modelKey === name);
  const names = found.map(({ moduleKey, slug }) => `${moduleKey}.${slug}`);
  if (names.length === 1) return names[0] as string;
  if (names.length > 1)
    throw new CommandError(`${name} can be ${names.join(' or ')}: use the full name`, exitCodes.usage);
  const close = models.filter(({ slug }) => slug.toLowerCase().startsWith(name.slice(0, 3).toLowerCase())).slice(0, 5);
  const hint =
    close.length > 0 ? ` Do you mean ${close.map(({ moduleKey, slug }) => `${moduleKey}.${slug}`).join(', ')}?` : '';
  throw new CommandError(`${name} is not a model.${hint} All models: atrium models`, exitCodes.notFound);
}
