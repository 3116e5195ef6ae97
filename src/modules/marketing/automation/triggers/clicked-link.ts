import { comparedLink } from '../../../communications/contract.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import type { Watch, WorkflowNews } from './watch.ts';

const key = 'clickedLinks';

type LinkWatch = Pick<Watch, 'matches'> & { readonly values: readonly string[] };

/**
 * The first click on one link of a mail, which `url` of a configuration names. The mail records every link once, so this
 * happens also when another link was clicked before. Undefined without `url`.
 */
export function clickedLink(config: JsonObject, part: string): LinkWatch | undefined {
  const url = optionalText(config, 'url', 2000);
  if (url === undefined) return undefined;
  const link = comparedLink(url);
  if (link === undefined)
    throw new StepProblem(part, 'invalid_value', 'must be an http or https address of at most 1000 characters');
  const has = (values: WorkflowNews['values']): boolean => {
    const links = values?.[key];
    return Array.isArray(links) && links.includes(link);
  };
  return { values: [key], matches: ({ values, former }) => has(values) && !has(former) };
}
