import type { Described } from '../definition/described.ts';
import { describedStep } from '../steps/index.ts';
import { stepTypeNames } from '../steps/step-type-names.ts';
import { describedTrigger } from '../triggers/read-trigger.ts';
import { triggerNames } from '../triggers/trigger-names.ts';

/** The types of steps and the triggers in words, from the declarations by which the server reads them. */

const line = (name: string, { does, parts }: Described): string => {
  const config = Object.entries(parts).map(([key, phrase]) => `${key}: ${phrase}`);
  return `- ${name}: ${does} {${config.join('; ')}}`;
};

export const describedSteps = (): string => stepTypeNames.map((name) => line(name, describedStep(name))).join('\n');

export const describedTriggers = (): string =>
  triggerNames.map((name) => line(name, describedTrigger(name))).join('\n');
