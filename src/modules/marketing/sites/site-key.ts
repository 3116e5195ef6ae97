/** Identifies the website of a request. */
export interface SiteKey {
  readonly tenantId: string;
  readonly websiteId: string;
}
