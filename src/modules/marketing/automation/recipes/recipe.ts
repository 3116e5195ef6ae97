import type { JsonObject } from '../definition/definition.ts';
import type { StepTypeName } from '../steps/step-type-names.ts';

/** A workflow that is ready to be used: it can be activated as it is installed. */
export interface Recipe {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'marketing' | 'sales' | 'service' | 'internal';
  readonly modelKey: string;
  readonly trigger: string;
  readonly triggerConfig: JsonObject;
  /** Records that match have reached what the workflow is for, and leave it. */
  readonly goal?: JsonObject;
  readonly sendWindow?: JsonObject;
  /** What must be in the records or the settings, so that the workflow does something. */
  readonly needs: readonly string[];
  /** Each step is followed by the next one, unless it names another one. */
  readonly steps: readonly RecipeStep[];
}

export interface RecipeStep {
  readonly key: string;
  readonly name: string;
  readonly type: StepTypeName;
  readonly config: JsonObject;
  readonly next?: string | null;
}

/** Mails arrive while people work. */
export const workingHours: JsonObject = { weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', tz: 'contact' };

/** The paragraphs of a mail that one person writes to another. */
export const letter = (...paragraphs: readonly string[]): string =>
  [
    'Hello {{ record.firstName | default: "there" }},',
    ...paragraphs,
    'Best regards\n{{ user.name }}\n{{ company.name }}',
  ].join('\n\n');
