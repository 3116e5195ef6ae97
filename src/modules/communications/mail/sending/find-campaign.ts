import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { withUseAccess } from '../../with-use-access.ts';
import type { Audience } from './send-batch.ts';

export interface Campaign {
  readonly field: 'campaignId' | 'communicationsCampaignId';
  readonly name: string;
  readonly audience: Audience;
  readonly templateId?: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly from?: string;
  readonly replyTo?: string;
  readonly trackOpens?: boolean;
  readonly trackClicks?: boolean;
}

/** A campaign of marketing or of communications. */
export async function findCampaign(context: Context, id: string): Promise<Campaign> {
  for (const [moduleKey, field] of [
    ['marketing', 'campaignId'],
    ['communications', 'communicationsCampaignId'],
  ] as const) {
    const model = context.registry.find(moduleKey, 'campaigns');
    if (!model) continue;
    try {
      const { body } = await invoke(withUseAccess(context, model), operations.get, model, { id, query: {} });
      return readCampaign(field, JSON.parse(body));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  throw invalid(
    'campaignId',
    'reference_not_found',
    'is not a campaign of marketing or communications that you may read',
  );
}

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const ids = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

function readCampaign(field: Campaign['field'], record: Fields): Campaign {
  const fromEmail = text(record.fromEmail);
  const fromName = text(record.fromName);
  const found = {
    templateId: text(record.templateId),
    subject: text(record.subject),
    html: text(record.html),
    text: text(record.text),
    from: fromEmail && fromName ? `${fromName} <${fromEmail}>` : fromEmail,
    replyTo: text(record.replyTo),
    trackOpens: flag(record.trackOpens),
    trackClicks: flag(record.trackClicks),
  };
  return {
    field,
    name: String(record.name ?? ''),
    audience: {
      emailListIds: ids(record.emailListIds),
      segmentIds: ids(record.segmentIds),
      excludedSegmentIds: ids(record.excludedSegmentIds),
    },
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<Campaign>),
  };
}
