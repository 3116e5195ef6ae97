import { backoffMs } from '~/lib/backoff.ts';
import { untilTabVisible } from '~/lib/until-tab-visible.ts';
import { type Publication, sitesApi } from './sites-api.ts';

const ended = ['completed', 'failed', 'cancelled'];

/** Polls a publication until it has ended, and reports each state. */
export async function watchPublication(
  jobId: string,
  onState: (publication: Publication) => void,
): Promise<Publication> {
  for (let reads = 1; ; reads += 1) {
    const publication = await sitesApi.publication(jobId);
    onState(publication);
    if (ended.includes(publication.status)) return publication;
    await new Promise((resolve) => setTimeout(resolve, backoffMs(reads)));
    await untilTabVisible();
  }
}
