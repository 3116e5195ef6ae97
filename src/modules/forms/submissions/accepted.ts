import type { RecordObject } from '#core/operations/validate.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { Answers } from './read-answers.ts';
import type { Submission } from './read-submission.ts';

/** A submission whose answers are accepted. */
export interface Accepted {
  readonly form: RecordObject;
  readonly definition: FormDefinition;
  readonly given: Submission;
  readonly answers: Answers;
  readonly robot: boolean;
}
