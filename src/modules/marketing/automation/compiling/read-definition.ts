import type { JsonValue } from '#core/fields/field.ts';
import type { Registry } from '#core/models/registry.ts';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject, StepDefinition, WorkflowDefinition } from '../definition/definition.ts';

type Fields = Readonly<Record<string, JsonValue>>;

const modelNameOf = ({ modelKey }: Fields): string => String(modelKey ?? 'contacts');

const textOrNull = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const objectOrNull = (value: JsonValue | undefined): JsonObject | null =>
  isJsonObject(value) && Object.keys(value as JsonObject).length > 0 ? (value as JsonObject) : null;

const ids = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The definition of a workflow, from its record and those of its steps in their order. */
export function definitionOf(workflow: Fields, steps: readonly Fields[], registry: Registry): WorkflowDefinition {
  const modelKey = modelNameOf(workflow);
  return {
    name: String(workflow.name ?? ''),
    model: registry.named(modelKey)?.name ?? modelKey,
    campaignId: textOrNull(workflow.campaignId),
    trigger: String(workflow.trigger ?? 'manual'),
    triggerConfig: objectOrNull(workflow.triggerConfig) ?? {},
    conditions: objectOrNull(workflow.conditions),
    segmentIds: ids(workflow.segmentIds),
    excludedSegmentIds: ids(workflow.excludedSegmentIds),
    allowReenrollment: workflow.allowReenrollment === true,
    priority: workflow.priority === 'high' || workflow.priority === 'low' ? workflow.priority : 'normal',
    timezone: textOrNull(workflow.timezone),
    sendWindow: objectOrNull(workflow.sendWindow),
    goal: objectOrNull(workflow.goal),
    exitConditions: objectOrNull(workflow.exitConditions),
    exitOnReply: workflow.exitOnReply !== false,
    exitOnUnsubscribe: workflow.exitOnUnsubscribe !== false,
    steps: stepsOf(steps),
  };
}

/** Parts of a configuration that name the next step. */
const nextParts = new Set(['next', 'else', 'timeoutNext', 'rejectedNext']);

const namesNext = (value: JsonValue): boolean =>
  Array.isArray(value)
    ? value.some(namesNext)
    : isJsonObject(value) &&
      Object.entries(value as JsonObject).some(
        ([key, one]) => (nextParts.has(key) && textOrNull(one) !== null) || namesNext(one),
      );

/** Steps of which none names another one follow each other. */
function stepsOf(rows: readonly Fields[]): StepDefinition[] {
  const named = rows.map((row, n) => ({ row, key: textOrNull(row.key) ?? `step${n + 1}` }));
  const isInOrder = rows.every(({ next, config }) => textOrNull(next) === null && !namesNext(config ?? null));
  return named.map(({ row, key }, n) => ({
    key,
    id: textOrNull(row._id),
    name: textOrNull(row.name),
    type: String(row.type ?? ''),
    config: objectOrNull(row.config) ?? {},
    next: isInOrder ? (named[n + 1]?.key ?? null) : textOrNull(row.next),
  }));
}
