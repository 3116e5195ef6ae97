import type { TObject } from 'typebox';
import type { ActionHandle } from '#core/action.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isShown } from '../configuration/shown-models.ts';
import type { ToolName } from '../configuration/tool-names.ts';
import { requireModel } from './find-model.ts';
import { maxBytes } from './result-size.ts';
import type { Tool, ToolContext, ToolInput, ToolOutput, WrittenRecord } from './tool.ts';

/** A call of an action, with the input of the tool in the form that the action takes. */
interface ActionCall {
  readonly action: Pick<ActionHandle<never, unknown>, 'name'>;
  readonly input: ToolInput;
}

interface ActionToolParts {
  readonly name: ToolName;
  readonly description: string;
  readonly input: TObject;
  /** The model whose permission to write the tool needs, and which the action changes. */
  readonly model: string;
  /** The property of the input that has the id of the record. */
  readonly id: string;
  /** The model of the record that the action creates, whose id is `_id` of its answer. Undefined: it changes its record. */
  readonly creates?: string;
  /** Further models that the action writes. */
  readonly alsoWrites?: readonly string[];
  /** False for what anybody may do again with another result. Everything else a person approves first. */
  readonly needsApproval?: boolean;
  call(input: ToolInput): ActionCall;
}

/** A tool that runs an action of the platform on one record. */
export function actionTool(parts: ActionToolParts): Tool {
  const { name, description, input, model: changed, id, creates, alsoWrites = [], needsApproval = true, call } = parts;
  return {
    name,
    description: needsApproval ? `${description} A person approves it first.` : description,
    writes: true,
    input,
    isUsable: (context) => [changed, creates ?? changed, ...alsoWrites].every((one) => isWritable(context, one)),
    needsApproval: () => needsApproval,
    ...(creates === undefined && {
      target: (context: ToolContext, given: ToolInput) => ({
        model: requireModel(context, changed),
        id: String(given[id]),
      }),
    }),
    async run(context, given) {
      const { action, input: forAction } = call(given);
      const answer = (await context.services.actions.run(
        context,
        action as ActionHandle<ToolInput, unknown>,
        forAction,
      )) as ToolInput;
      return creates === undefined
        ? actionOutput(context, changed, { id: String(given[id]), change: 'updated' }, answer)
        : actionOutput(context, creates, { id: String(answer._id), change: 'created' }, answer);
    },
  };
}

/** The output of a tool whose action has written a record: the answer, or only the id when it is too large. */
export async function actionOutput(
  context: ToolContext,
  modelName: string,
  { id, change }: Pick<WrittenRecord, 'id' | 'change'>,
  answer: unknown,
): Promise<ToolOutput> {
  const model = requireModel(context, modelName);
  const { version } = await invoke(context, operations.get, model, { id, query: {} });
  return {
    result: Buffer.byteLength(JSON.stringify(answer)) <= maxBytes ? answer : { _id: id, version },
    written: { model: model.name, id, change, version },
  };
}

/** True when the account shows the model to tools, and the caller may write it. */
export function isWritable({ registry, policy, caller: { access } }: ToolContext, name: string): boolean {
  const model: Model | undefined = registry.named(name);
  return model !== undefined && isShown(policy, model) && access.reach(model.scopes.write) !== undefined;
}
