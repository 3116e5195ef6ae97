import type { Model } from '../../models/model.ts';
import { sharedSchemas } from './components.ts';

/** The names of a model's schemas: `Contact` is a record in responses, `ContactInput` creates one. */
export interface SchemaNames {
  readonly record: string;
  /** Creates or replaces a record. */
  readonly input: string;
  /** Updates fields of a record. */
  readonly patch: string;
  readonly list: string;
  /** The records that `include` embeds. */
  readonly included: string;
  /** One record with an optional `included`. */
  readonly withIncluded: string;
  /** A record in the response that creates it. Only for models with secrets that are shown once. */
  readonly created: string;
  /** A record in responses to writes. Only for models whose writes return more than the fields. */
  readonly written: string;
}

const suffixes = /(?:Input|Patch|List|Included|WithIncluded|Created|Written)$/;

/** Names are unique, because model keys are unique. A name that collides with another schema gets a prefix. */
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
