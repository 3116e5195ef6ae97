import type { TFunction } from 'i18next';
import type { Problem } from '~/api/http.ts';
import { problemText } from '~/ui/error-text.ts';
import type { Part } from '../forms/parts.ts';
import { isStepType, partsOf } from '../forms/step-types.ts';
import { triggerParts } from '../forms/triggers.ts';
import { settingKeys } from './flow-settings.ts';
import { type Config, type Flow, isReadAsList, listOf, objectOf, type Step, sortedJson, waysOf } from './step.ts';

/** What is wrong with a node, by the place in its configuration. The place is empty for the node itself. */
export type NodeProblems = ReadonlyMap<string, string>;

/** The key of the problems of the settings. No step has it, because keys of steps contain no space. */
export const settingsKey = ' settings';

/** What is wrong, by the key of the step. The key is null for the trigger and the workflow. */
export type Problems = ReadonlyMap<string | null, NodeProblems>;

const none: NodeProblems = new Map();

export const problemsOf = (problems: Problems, key: string | null): NodeProblems => problems.get(key) ?? none;

type Report = (key: string | null, place: string, text: string) => void;

function collected(report: (add: Report) => void): Problems {
  const found = new Map<string | null, Map<string, string>>();
  report((key, place, text) => {
    const node = found.get(key) ?? new Map<string, string>();
    if (!node.has(place)) node.set(place, text);
    found.set(key, node);
  });
  return found;
}

const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

function missingParts(parts: readonly Part[], config: Config): string[] {
  return parts
    .filter((part) => part.required === true)
    .filter((part) =>
      part.kind === 'users' && part.shape === 'root'
        ? isMissing(config.userId) && isMissing(config.teamId)
        : isMissing(config[part.key]),
    )
    .map(({ key }) => key);
}

/** Parts that are required because of the others. */
function missingWith({ type, config }: Step): string[] {
  if (type === 'sendEmail' && isMissing(config.templateId)) {
    const hasText = !isMissing(config.text) || !isMissing(config.html);
    return hasText ? (isMissing(config.subject) ? ['subject'] : []) : ['templateId'];
  }
  if (type !== 'wait') return [];
  if (config.event !== undefined) return isMissing(objectOf(config.event).type) ? ['event.type'] : [];
  if ('untilField' in config) return isMissing(config.untilField) ? ['untilField'] : [];
  if ('time' in config) return isMissing(config.time) ? ['time'] : [];
  return isMissing(config.for) ? ['for'] : [];
}

const percentOf = ({ config }: Step): number =>
  listOf(config.parts).reduce((sum, { percent }) => sum + (typeof percent === 'number' ? percent : 0), 0);

function reachable({ steps }: Flow): ReadonlySet<string> {
  const known = new Map(steps.map((step) => [step.key, step]));
  // A goal is reached from anywhere.
  const reached = new Set(steps.filter(({ type }, n) => n === 0 || type === 'goal').map(({ key }) => key));
  for (const key of reached) {
    const step = known.get(key);
    for (const { to } of step ? waysOf(step) : []) if (to !== null) reached.add(to);
  }
  return reached;
}

/** Steps at which a record stops for some time, so that a loop through them is not endless at once. */
const pausing: ReadonlySet<string> = new Set(['wait', 'approval']);

/** The steps that lead back to themselves without a pause. */
function looping({ steps }: Flow): ReadonlySet<string> {
  const known = new Map(steps.map((step) => [step.key, step]));
  const nextOf = (key: string): readonly string[] => {
    const step = known.get(key);
    if (!step || pausing.has(step.type)) return [];
    return waysOf(step).flatMap(({ to }) => (to === null ? [] : [to]));
  };
  return new Set(
    steps
      .map(({ key }) => key)
      .filter((key) => {
        const reached = new Set(nextOf(key));
        for (const one of reached) for (const next of nextOf(one)) reached.add(next);
        return reached.has(key);
      }),
  );
}

/** What can be seen to be wrong while the flow is built. */
export function buildProblems(flow: Flow, t: TFunction<'workflows'>): Problems {
  return collected((add) => {
    for (const key of missingParts(triggerParts(flow.trigger), flow.triggerConfig))
      add(null, key, t('problem.required'));
    if (flow.steps.length === 0) add(null, '', t('problem.noSteps'));
    const keys = new Set(flow.steps.map(({ key }) => key));
    const reached = reachable(flow);
    const loops = looping(flow);
    for (const step of flow.steps) {
      const { key, type, config } = step;
      if (!isStepType(type)) add(key, '', t('problem.unknownType', { type }));
      for (const place of [...missingParts(partsOf(type), config), ...missingWith(step)])
        add(key, place, t('problem.required'));
      if (type === 'split' && percentOf(step) !== 100)
        add(key, 'parts', t('problem.percent', { percent: percentOf(step) }));
      for (const { part, to } of waysOf(step))
        if (to !== null && !keys.has(to)) add(key, part, t('problem.unknownStep', { step: to }));
      if (loops.has(key)) add(key, '', t('problem.loop'));
      if (!reached.has(key)) add(key, '', t('problem.unreachable'));
    }
    if (isReadAsList(flow)) add(flow.steps[0]?.key ?? null, '', t('problem.readAsList'));
  });
}

/** The place that an error of the server names. What follows a branch or a part is a way, which is named `branches.0`. */
const place = (path: string): string =>
  path.replace(/^config\./, '').replace(/^(branches|parts)\[(\d+)\]\.next$/, '$1.$2');

const isSetting = (field: string): boolean =>
  settingKeys.some((key) => field === key || field.startsWith(`${key}.`) || field.startsWith(`${key}[`));

/** The problems of a refused activation, each at its node. */
export function refusedProblems(details: readonly Problem[], flow: Flow, t: TFunction): Problems {
  const keys = new Set(flow.steps.map(({ key }) => key));
  return collected((add) => {
    for (const problem of details) {
      const field = problem.field ?? '';
      const text = sentence(problemText(problem, t));
      const [, key = '', path = ''] = /^steps\.([^.]+)\.(.*)$/.exec(field) ?? [];
      if (keys.has(key)) add(key, place(path), text);
      else if (isSetting(field)) add(settingsKey, field, text);
      else add(null, field.replace(/^triggerConfig\./, ''), text);
    }
  });
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Both, those found while building first. */
export const merged = (one: Problems, other: Problems): Problems =>
  collected((add) => {
    for (const problems of [one, other])
      for (const [key, node] of problems) for (const [at, text] of node) add(key, at, text);
  });

export const countProblems = (problems: Problems): number =>
  [...problems.values()].reduce((count, node) => count + node.size, 0);

/** The problems of a refused activation that are not outdated: those of parts that are as they were then. */
export const current = (problems: Problems, then: Flow, now: Flow): Problems =>
  new Map([...problems].filter(([key]) => sortedJson(partOf(then, key)) === sortedJson(partOf(now, key))));

function partOf(flow: Flow, key: string | null): unknown {
  if (key === settingsKey) return flow.settings;
  if (key !== null) return flow.steps.find((step) => step.key === key) ?? null;
  const { modelKey, trigger, triggerConfig } = flow;
  return { modelKey, trigger, triggerConfig, steps: flow.steps.length };
}
