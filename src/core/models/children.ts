import { boolean, integer, longText, text } from '../fields/index.ts';
import { defineModel, type ModelDeclaration } from './declaration.ts';

/** A model of names to choose from, such as types or sources: `types('accountTypes')`. */
export const types = (slug: string): ModelDeclaration =>
  defineModel({
    slug,
    owned: false,
    choices: true,
    fields: {
      name: text({ required: true, unique: true, search: true, maxLength: 100 }),
      description: longText(),
      color: text({ maxLength: 30, help: 'A CSS color such as #2e7d32.' }),
      position: integer({ default: 0 }),
      active: boolean({ default: true }),
    },
  });
