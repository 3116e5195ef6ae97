import type { FieldDeclaration } from '../fields/field.ts';
import { boolean, choice, integer, text } from '../fields/index.ts';
import { defineModel, type ModelDeclaration } from '../models/declaration.ts';
import { categories as usualCategories } from './categories.ts';
import { type StandardStatuses, standardRecords } from './standard-statuses.ts';
import { statusHooks } from './status-hooks.ts';

interface StatusModel {
  readonly standard: StandardStatuses;
  readonly categories?: readonly string[];
  /** The reference to the record to which a list belongs. */
  readonly within?: string;
  readonly fields?: Readonly<Record<string, FieldDeclaration>>;
}

const color = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

/** A model of statuses, sorted by `position`. Keys are unique in their list. */
export const statuses = (
  slug: string,
  { standard, categories = usualCategories, within, fields = {} }: StatusModel,
): ModelDeclaration =>
  defineModel({
    slug,
    owned: false,
    choices: true,
    keptInMemory: true,
    statusList: { categories, ...(within !== undefined && { within }) },
    standard: standardRecords(standard),
    hooks: statusHooks,
    ...(within !== undefined && { parent: within, uniqueTogether: [[within, 'key']] }),
    fields: {
      name: text({ required: true, index: true, search: true, maxLength: 100 }),
      key: text({
        maxLength: 100,
        unique: within === undefined,
        createOnly: true,
        furtherRules: true,
        help: 'What the records have as their status. It is made from the name when absent, and does not change.',
        example: 'waitingForReply',
      }),
      category: choice({
        options: categories.map((value) => ({ value, label: color(value) })),
        strict: true,
        keptByPut: true,
        help: 'Whether a record with this status is still open, and how it ended.',
        example: 'open',
        furtherRules: true,
      }),
      color: text({ maxLength: 30, help: 'A CSS color such as #2e7d32.' }),
      position: integer({
        keptByPut: true,
        furtherRules: true,
        help: 'Its place in the list; the last when absent.',
        example: 1,
      }),
      isDefault: boolean({
        default: false,
        keptByPut: true,
        furtherRules: true,
        help: 'The status of new records. Exactly one of a list is: setting it on one clears it on the other.',
        example: false,
      }),
      isClosed: boolean({
        default: false,
        keptByPut: true,
        furtherRules: true,
        help: 'True of every category but open and draft: written alone, it changes the category.',
        example: false,
      }),
      ...fields,
    },
  });
