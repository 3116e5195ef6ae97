/** Actions and queries of this module that other modules use. */
export { countConversion, hasSiteDomain, readPageToken } from './sites/contract.ts';
