import type { FieldView, ModelView } from '../model-name.ts';

/** Writes the TypeScript of a tenant's models: what records are read as, and what new ones take. */
export function generateTypes(models: readonly ModelView[], url: string): string {
  const names = new Names(models);
  const modules = new Map<string, ModelView[]>();
  for (const model of models) modules.set(model.moduleKey, [...(modules.get(model.moduleKey) ?? []), model]);
  const sections = [...modules].map(([module, ofModule]) => {
    const lines = ofModule.map((model) => {
      const name = names.of(model);
      return `    readonly ${property(model.slug)}: { readonly record: ${name}; readonly input: ${name}Input };`;
    });
    return `  readonly ${property(module)}: {\n${lines.join('\n')}\n  };`;
  });
  return `${[
    `// Written by \`atrium types\` from the models of ${url}. Run it again when fields have changed.\n`,
    `import type { SystemFields } from 'atrium-sdk';\n`,
    ...models.map((model) => typesOf(model, names.of(model))),
    `/** The models of this account: \`new Atrium<AtriumModels>({…})\`. */\nexport type AtriumModels = {\n${sections.join('\n')}\n};`,
  ].join('\n')}\n`;
}

const systemKeys = new Set(['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version']);

function typesOf({ fields, label, readOnly }: ModelView, name: string): string {
  const own = fields.filter(({ key }) => !systemKeys.has(key));
  const read = own.map((field) => `${commentOf(field)}  readonly ${property(field.key)}: ${readType(field)};`);
  const written = readOnly ? [] : own.filter((field) => !field.readOnly && !isComputed(field));
  const inputs = written.map(
    (field) => `  readonly ${property(field.key)}${isNeeded(field) ? '' : '?'}: ${writeType(field)};`,
  );
  return [
    `/** ${inComment(label)} */\nexport interface ${name} extends SystemFields {\n${read.join('\n')}\n}\n`,
    `export interface ${name}Input {\n${inputs.join('\n')}\n}\n`,
  ].join('\n');
}

const isComputed = ({ type }: FieldView): boolean => type === 'formula' || type === 'rollup';
/** A required field with a default need not be given. */
const isNeeded = ({ required, default: value, behaviour }: FieldView): boolean =>
  required && (value === null || value === undefined) && behaviour === undefined;

/** Records that are older than a required custom field have no value of it. */
const isAlwaysSet = ({ required, custom }: FieldView): boolean => required && !custom;

function readType(field: FieldView): string {
  if (field.type === 'secret') return '{ readonly set: boolean }';
  return isAlwaysSet(field) ? valueType(field) : `${valueType(field)} | null`;
}

function writeType(field: FieldView): string {
  const type = field.type === 'secret' ? 'string' : valueType(field);
  return isNeeded(field) ? type : `${type} | null | undefined`;
}

function valueType({ type, options, strict, items, behaviour }: FieldView): string {
  switch (type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'references':
    case 'list':
      return `readonly ${scalarType(items?.type ?? 'text')}[]`;
    case 'json':
      return 'unknown';
    case 'formula':
    case 'rollup':
      return scalarType(behaviour?.resultType ?? 'number');
    case 'choice':
      return choiceType(options?.map(({ value }) => value) ?? [], strict ?? false);
    default:
      return 'string';
  }
}

function scalarType(type: string): string {
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'string';
}

/** Options that are suggestions are offered by editors, and other texts are allowed. */
function choiceType(values: readonly string[], strict: boolean): string {
  if (values.length === 0) return 'string';
  const known = values.map((value) => JSON.stringify(value)).join(' | ');
  return strict ? (values.length === 1 ? known : `(${known})`) : `(${known} | (string & {}))`;
}

const property = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
const inComment = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '* /');
const commentOf = ({ help, label, reference }: FieldView): string => {
  const text = [label, ...(reference ? [`${reference.moduleKey}.${reference.slug}`] : []), ...(help ? [help] : [])];
  return `  /** ${inComment(text.join('. '))} */\n`;
};

/** One name for each model: that of its key, unless two models would get the same. */
class Names {
  readonly #names = new Map<ModelView, string>();

  constructor(models: readonly ModelView[]) {
    const taken = new Set(['SystemFields', 'AtriumModels']);
    for (const model of models) {
      const base = pascal(model.modelKey);
      let name = base;
      for (let n = 2; taken.has(name) || taken.has(`${name}Input`); n += 1) name = `${base}${n}`;
      taken.add(name).add(`${name}Input`);
      this.#names.set(model, name);
    }
  }

  of(model: ModelView): string {
    return this.#names.get(model) as string;
  }
}

const pascal = (key: string): string => {
  const letters = key
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
  return /^[A-Za-z]/.test(letters) ? letters : `Model${letters}`;
};
