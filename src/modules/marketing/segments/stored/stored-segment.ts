import { modelNamed } from '#core/models/model-named.ts';
import type { Registry } from '#core/models/registry.ts';

/** A segment as it is stored. */
export interface StoredSegment {
  readonly id: string;
  readonly name: string;
  readonly modelKey: string;
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>> | null;
  /** The records that people added, and those that they excluded. */
  readonly added: readonly string[];
  readonly excluded: readonly string[];
}

export const segmentsModel = modelNamed('marketing', 'segments');

interface ChosenFields {
  readonly added: string;
  readonly excluded?: string;
}

/** The fields of a segment in which people choose records of a model. */
const chosenFields: Readonly<Record<string, ChosenFields>> = {
  'sales.contacts': { added: 'contactIds', excluded: 'excludedContactIds' },
  'sales.leads': { added: 'leadIds' },
  'sales.accounts': { added: 'accountIds' },
};

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Makes a stored segment of the fields of a record. */
export function storedSegment(record: Readonly<Record<string, unknown>>, registry: Registry): StoredSegment {
  const model = registry.named(modelKeyOf(record));
  const fields = model && chosenFields[model.name];
  return {
    id: String(record._id),
    name: String(record.name),
    modelKey: modelKeyOf(record),
    type: String(record.type ?? 'dynamic'),
    definition: (record.definition ?? null) as StoredSegment['definition'],
    added: fields ? idsIn(record[fields.added]) : [],
    excluded: fields?.excluded === undefined ? [] : idsIn(record[fields.excluded]),
  };
}

/** The model of the records of a segment, as somebody wrote it. */
export const modelKeyOf = ({ modelKey }: Readonly<Record<string, unknown>>): string => String(modelKey ?? 'contacts');
