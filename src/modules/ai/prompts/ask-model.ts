import { Type } from 'typebox';
import type { ActionContext } from '#core/action.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { dataRule } from '../as-data.ts';
import type { AnswerCheck } from '../completion/answer-check.ts';
import type { Operation } from '../completion/completion-log.ts';
import type { Progress } from '../completion/progress.ts';
import { finish, startCompletion } from '../completion/run-completion.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { isShown, shownModels } from '../configuration/shown-models.ts';
import { modelName } from '../requests/shapes.ts';

/** Input fields that several actions share. */
export const aiModel = Type.Optional(modelName);
export const language = Type.Optional(
  Type.String({ minLength: 2, maxLength: 40, description: 'Of the answer: a name or a code, such as German or de.' }),
);
export const recordModel = Type.String({
  minLength: 1,
  maxLength: 130,
  description: 'A model of the platform: a slug such as contacts, or module.slug such as sales.contacts.',
});
export const completionId = Type.String({
  format: 'uuid',
  description: 'The id of its record in ai/aiCompletionLogs.',
});

/** The model that a request names. Throws unless the tenant shows it to language models. */
export function requireShownModel(
  context: ActionContext,
  { tools }: Configuration,
  name: string,
  field = 'model',
): Model {
  const model = context.registry.named(name);
  const shown = model && isShown(shownModels(context, tools), model);
  // A caller without access to a hidden model must not learn that it exists.
  if (!model || (!shown && context.caller.access.reach(model.scopes.read) === undefined))
    throw invalid(field, 'unknown_model', `is ${name}, but there is no such model`);
  if (!shown) throw new AppError('forbidden', `The setting ai.tools does not show ${model.name} to language models.`);
  return model;
}

interface PromptRequest {
  readonly operation: Operation;
  readonly aiModel: string | undefined;
  /** The instruction for the model. */
  readonly task: string;
  /** The text or data for the instruction. */
  readonly content: string;
  readonly responseSchema?: object;
  readonly checkAnswer?: AnswerCheck;
}

interface PromptAnswer {
  readonly id: string;
  readonly progress: Progress;
}

/** Calls a language model without tools, so that text in the content cannot make it do anything but answer. */
export async function askModel(
  context: ActionContext,
  configuration: Configuration,
  { aiModel: model, task, content, ...rest }: PromptRequest,
): Promise<PromptAnswer> {
  const completion = await startCompletion(
    context,
    {
      ...rest,
      model,
      modelField: 'aiModel',
      prompt: [
        { role: 'system', content: `${task}\n${dataRule}` },
        { role: 'user', content: [{ type: 'text', text: content }] },
      ],
      platformTools: false,
      signal: context.signal ?? new AbortController().signal,
    },
    configuration,
  );
  return { id: completion.id, progress: await finish(completion) };
}

/** The part of a prompt that sets the language of the answer. */
export const inLanguage = (wanted: string | undefined, otherwise: string): string =>
  wanted === undefined ? `Write in ${otherwise}.` : `Write in this language: ${wanted}.`;
