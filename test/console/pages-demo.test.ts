import { loadDemo } from '../../scripts/demo/load.ts';
import { browserPath } from '../find-browser.ts';
import { appForFile } from '../harness.ts';
import { everyPageOpens } from './every-page.ts';

const { app, url, admin } = await appForFile();
if (browserPath !== undefined) await loadDemo(app.services);

// The pages of an empty account are tested at the size of a phone.
everyPageOpens(url, admin, process.env.ATRIUM_FAULTS === 'full' ? ['desktop', 'phone'] : ['desktop']);
