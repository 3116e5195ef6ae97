import { readFileSync } from 'node:fs';
import path from 'node:path';
import { companyOf } from '#core/company/company.ts';
import { notFound } from '#core/errors.ts';
import type { Page, PageAnswer, Visit } from '#core/page.ts';
import { themeCss } from '../definition/theme.ts';
import type { OpenForm } from '../submissions/find-form.ts';
import { formLimits } from '../submissions/form-limits.ts';
import { countSubmission } from '../submissions/form-rates.ts';
import { embedScript } from './embed-script.ts';
import { formOf } from './form-of.ts';
import { assetHeaders, pageHeaders } from './page-headers.ts';
import { renderDone } from './render-form.ts';
import { showFailure } from './show-failure.ts';
import { frameOf, showForm, submitPage } from './show-form.ts';

/** The first path segment of assets. It cannot be an account key, which has at least three characters. */
const assetsKey = '-';
const types: Readonly<Record<string, string>> = {
  'form.js': 'text/javascript; charset=utf-8',
  'logic.js': 'text/javascript; charset=utf-8',
  'form.css': 'text/css; charset=utf-8',
};

const readAsset = (name: string): string => readFileSync(path.join(import.meta.dirname, 'assets', name), 'utf8');
const assets = new Map(Object.keys(types).map((name) => [name, readAsset(name)]));

/** Serves `/f/<accountKey>/<slug>` and the paths below it. */
const formPage: Page = {
  path: '/f/*',
  summary: 'Shows a published form; POST submits it. /embed.js puts it on another page',
  bodyLimit: formLimits.bodyBytes,
  files: {
    max: formLimits.files,
    maxBytes: formLimits.fileBytes,
    async owner(visit) {
      const { context, form } = await formOf(visit);
      countSubmission(visit.services, String(form._id), visit.origin.ip);
      return context;
    },
  },
  async get(visit) {
    const [accountKey = '', slug = '', part] = visit.rest.split('/');
    if (accountKey === assetsKey) return asset(slug);
    const found = await formOf(visit);
    const address = `/f/${accountKey}/${slug}`;
    switch (part) {
      case undefined:
        return showForm(visit, found, address);
      case 'done':
        return donePage(visit, found, address);
      case 'theme.css':
        return { content: themeCss(found.form.theme), type: types['form.css'] ?? '', headers: assetHeaders(300) };
      case 'embed.js':
        return {
          content: embedScript(new URL(visit.services.publicUrl()).origin, address),
          type: types['form.js'] ?? '',
          headers: assetHeaders(300),
        };
      default:
        throw notFound('This page');
    }
  },
  async post(visit) {
    const found = await formOf(visit);
    const [accountKey = '', slug = '', ...more] = visit.rest.split('/');
    if (more.length > 0) throw notFound('This page');
    const multipart = String(visit.origin.headers['content-type'] ?? '').startsWith('multipart/');
    return submitPage(visit, found, `/f/${accountKey}/${slug}`, () => {
      // A submission with files was counted before its body was read.
      if (!multipart) countSubmission(visit.services, String(found.form._id), visit.origin.ip);
    });
  },
  failed: showFailure,
};

function asset(name: string): PageAnswer {
  const content = assets.get(name);
  if (content === undefined) throw notFound('This file');
  return { content, type: types[name] ?? '', headers: assetHeaders(3600) };
}

async function donePage(visit: Visit, { context, form }: OpenForm, address: string): Promise<PageAnswer> {
  const frame = frameOf(visit, form, address, (await companyOf(context)).language);
  return {
    content: renderDone(frame),
    type: 'text/html; charset=utf-8',
    headers: pageHeaders(form, frame),
  };
}

export const formPages: readonly Page[] = [formPage];
