import type { Model } from '#core/models/model.ts';
import { isJsonObject } from '#lib/json.ts';

/** Users, roles and keys; webhooks, which send data out; custom models. */
const modules: ReadonlySet<string> = new Set(['identity', 'integrations', 'data']);
/**
 * Settings, because some of them limit tools; mail servers; forms, which mail and post what visitors write; enrollments,
 * because a workflow writes to whom it enrolls.
 */
const models: ReadonlySet<string> = new Set([
  'ui.settings',
  'communications.emailTransports',
  'forms.forms',
  'marketing.workflowEnrollments',
]);

/**
 * True when a user must approve every write to the model, because it can grant access or send data out, and a malicious
 * text may have instructed the language model to do it.
 */
export const isAlwaysApproved = ({ moduleKey, name }: Model): boolean => modules.has(moduleKey) || models.has(name);

/**
 * True when a user must approve this write: the model requires it, or the write sets a field that can send data or
 * people elsewhere.
 */
export const isWriteApproved = (model: Model, record: unknown): boolean =>
  isAlwaysApproved(model) ||
  (isJsonObject(record) &&
    Object.entries(record).some(([key, value]) => value !== null && model.fields.get(key)?.declared.outward === true));
