import { resolveAudience } from '../../segments/contract.ts';
import { readFor } from '../definition/read-for.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';

/** The models of the records that a trigger names, by the part of its configuration. */
const named = {
  formId: ['forms.forms', 'a form'],
  campaignId: ['marketing.campaigns', 'a campaign'],
  templateId: ['communications.emailTemplates', 'an email template'],
} as const;

/** Refuses records that do not exist and segments of another model, of which the trigger would hear nothing. */
export async function checkTrigger({ context, definition, model }: StepReading): Promise<void> {
  const { triggerConfig: config } = definition;
  for (const [part, [name, what]] of Object.entries(named)) {
    const target = context.registry.named(name);
    const id = config[part];
    if (target && typeof id === 'string' && id !== '' && !(await readFor(context, target, id)))
      throw new StepProblem(part, 'reference_not_found', `is not ${what} that you may read`);
  }
  const part = config.segmentIds === undefined ? 'segmentId' : 'segmentIds';
  const segmentIds = [config[part] ?? []].flat().map((id) => String(id).toLowerCase());
  const { included } = await resolveAudience(context, model, { segmentIds, excludedSegmentIds: [] });
  if (included.length < new Set(segmentIds).size)
    throw new StepProblem(part, 'reference_not_found', 'is not a segment that exists');
}
