import type { Model } from '../../models/model.ts';
import { sharedSchemas } from './components.ts';

/** The schemas of a model: `Contact` is a record as answers show it, `ContactInput` creates one, and so on. */
export interface SchemaNames {
  readonly record: string;
  /** Creates or replaces a record. */
  readonly input: string;
  /** Updates fields of a record. */
  readonly patch: string;
  readonly list: string;
  /** The records that `include` embeds. */
  readonly included: string;
  /** One record, perhaps with `included`. */
  readonly withIncluded: string;
  /** A record as the answer that makes it shows it, where that has secrets which are shown once. */
  readonly created: string;
  /** A record as answers to writes show it, where that is more than its fields. */
  readonly written: string;
}

const suffixes = /(?:Input|Patch|List|Included|WithIncluded|Created|Written)$/;

/** A model key is unique, and so is the name. A key that would give the name of another schema gets a prefix. */
export function schemaNames({ key }: Pick<Model, 'key'>): SchemaNames {
  const plain = `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  const record = suffixes.test(plain) || Object.hasOwn(sharedSchemas, plain) ? `Model.${plain}` : plain;
  return {
    record,
    input: `${record}Input`,
    patch: `${record}Patch`,
    list: `${record}List`,
    included: `${record}Included`,
    withIncluded: `${record}WithIncluded`,
    created: `${record}Created`,
    written: `${record}Written`,
  };
}
