import { appForFile } from '../harness.ts';
import { everyPageOpens } from './every-page.ts';

const { url, tenant } = await appForFile();

// One size is enough, because the pages of the demo company are tested at the other.
everyPageOpens(url, await tenant(), ['phone']);
