import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { ApiError, type Problem } from '~/api/http.ts';
import type { RecordData } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { problemText } from '~/ui/error-text.ts';
import { conflictsOf } from './draft.ts';
import { RecordConflict, saveOver } from './save-over.ts';

type Values = Readonly<Record<string, unknown>>;

/** The value that the person saw, and the version of the record. */
export interface Base {
  readonly version: number;
  readonly value: unknown;
}

export type SaveResult = { readonly saved: RecordData } | { readonly conflict: RecordData };

/** Saves one field. If others changed the record but not this field, there is no conflict. */
export function useSaveField(model: Model, field: Field) {
  return useCallback(
    async (id: string, value: unknown, base: Base): Promise<SaveResult> => {
      const typed = { [field.key]: value };
      const draft = { base: { [field.key]: base.value }, version: base.version, typed };
      const isConflict = (theirs: RecordData) => conflictsOf<Values>(draft, theirs).length > 0;
      try {
        const saved = await saveOver({ path: model.path, id, changes: typed, version: base.version, isConflict });
        return { saved };
      } catch (error) {
        if (error instanceof RecordConflict) return { conflict: error.theirs };
        throw error;
      }
    },
    [model, field],
  );
}

/** Incomplete values are often invalid, so the error appears only after this pause in typing. */
export const typingPauseMs = 600;

/** True when a problem concerns the field. Entries of lists are named `tags[0]` or `tags.0`. */
const isAbout = ({ field: path }: Problem, { key }: Field): boolean => path?.split(/[.[]/)[0] === key;

/** The message of a refusal for the field. English uses the server's message, with the label instead of the key. */
export function fieldMessage(error: unknown, field: Field, t: TFunction): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problem = error.details.find((detail) => isAbout(detail, field));
  if (!problem) return undefined;
  const { field: path = '', message } = problem;
  const text = problemText(problem, t);
  return message.endsWith(text) && message.startsWith(`${path} `) ? `${field.label} ${text}` : text;
}
