/** Actions and queries of this module that other modules use. */
export { addressedModel, audiencePage, resolveAudience } from './segments/contract.ts';
export { countConversion, hasSiteDomain, readPageToken } from './sites/contract.ts';
