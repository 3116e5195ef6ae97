import type { JsonObject } from '../definition/definition.ts';
import { optionalText } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import type { Enrolled } from './step-type.ts';

/** The models of people who get mails and texts. */
type PeopleModel = 'sales.contacts' | 'sales.leads';

/** Who gets a message: the record itself, or the person to whom one of its fields refers. */
export interface Addressee {
  readonly model: PeopleModel;
  /** Null for the record itself. */
  readonly field: string | null;
}

const isPeople = (name: string | undefined): name is PeopleModel => name === 'sales.contacts' || name === 'sales.leads';

/** Reads `to`: a field that refers to a contact or a lead. Left out: the record, or its contact or lead. */
export function readAddressee({ model }: StepReading, config: JsonObject): Addressee {
  const named = optionalText(config, 'to');
  if (named === undefined && isPeople(model.name)) return { model: model.name, field: null };
  const keys = named === undefined ? ['contactId', 'leadId'] : [named];
  for (const key of keys) {
    const target = model.fields.get(key)?.declared.to;
    if (isPeople(target)) return { model: target, field: key };
  }
  const records = model.labelPlural.toLowerCase();
  throw new StepProblem('to', 'no_person', `must name a field of ${records} that refers to a contact or a lead`);
}

/** The id of the person; null when the record refers to none. */
export const personOf = ({ field }: Addressee, { record, recordId }: Enrolled): string | null => {
  if (field === null) return recordId;
  const id = record[field];
  return typeof id === 'string' ? id : null;
};
