/** Exports for other parts and modules, which address the records of segments. */
export { addressedModel, audiencePage, audienceSql, resolveAudience } from './audience/audience.ts';
