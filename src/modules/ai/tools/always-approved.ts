import type { Model } from '#core/models/model.ts';

/** Users, roles and keys; webhooks, which send data out; the models themselves. */
const modules: ReadonlySet<string> = new Set(['identity', 'integrations', 'data']);
/** Settings, among them those that limit tools; servers that mail goes through; forms, which mail and post what visitors write. */
const models: ReadonlySet<string> = new Set(['ui.settings', 'communications.emailTransports', 'forms.forms']);

/**
 * Whether a person must approve every write to a model: it could give others access or send data out, which a text that the
 * language model has read may have told it to do.
 */
export const isAlwaysApproved = ({ moduleKey, name }: Model): boolean => modules.has(moduleKey) || models.has(name);
