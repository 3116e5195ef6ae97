import { isJsonObject } from '#lib/json.ts';

/** A condition for the records of a model, which the tenant declares. A write that does not meet it is refused. */
export interface RuleDefinition {
  readonly name: string;
  /** The records to which the rule applies, in the grammar of filters. Undefined means all of them. */
  readonly when?: Readonly<Record<string, unknown>>;
  /** The fields that must have a value. Undefined when the rule forbids these records. */
  readonly require?: readonly string[];
  readonly forbid?: true;
  /** The text that the refused user reads. */
  readonly message: string;
}

export interface ModelRule extends RuleDefinition {
  readonly id: string;
}

/** A rule as it is stored, with the model to which it belongs. */
export interface StoredRule {
  readonly id: string;
  readonly moduleKey: string;
  readonly slug: string;
  /** The id of the custom model. Null for models of the product. */
  readonly modelId: string | null;
  readonly definition: RuleDefinition;
}

const groupKeys: ReadonlySet<string> = new Set(['or', 'and', 'not']);

/** The keys of the fields that a rule names. */
export function fieldsOfRule({ when, require }: Pick<RuleDefinition, 'when' | 'require'>): ReadonlySet<string> {
  return new Set([...keysIn(when), ...(require ?? [])]);
}

function* keysIn(filter: unknown): Generator<string> {
  if (Array.isArray(filter)) for (const group of filter) yield* keysIn(group);
  else if (isJsonObject(filter)) {
    for (const [key, value] of Object.entries(filter)) {
      // The groups of a query string are numbered: { or: { 0: {…} } }.
      if (groupKeys.has(key) || /^\d+$/.test(key)) yield* keysIn(value);
      else yield key.split('.')[0] ?? key;
    }
  }
}

/** The rules that name none of these fields. */
export const rulesWithout = <Rule extends Pick<RuleDefinition, 'when' | 'require'>>(
  rules: readonly Rule[],
  hidden: ReadonlySet<string>,
): readonly Rule[] =>
  hidden.size === 0
    ? rules
    : rules.filter(
        (rule) =>
          !fieldsOfRule(rule)
            .values()
            .some((key) => hidden.has(key)),
      );

/** A rule as the registry shows it. */
export const viewRule = ({ id, name, when, require, forbid, message }: ModelRule) => ({
  _id: id,
  name,
  ...(when && { when }),
  ...(require && { require }),
  ...(forbid && { forbid }),
  message,
});
