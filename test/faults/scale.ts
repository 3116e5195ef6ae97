/**
 * Small sizes for every test run, where other files run at the same time. `npm run test:faults` and `npm test --
 * --full` use the full sizes.
 */
const small = {
  kills: { times: 3, deliveries: 400, graceMs: 15_000 },
  commitRounds: 3,
  lateMs: 3000,
  slowTimeout: 2,
  dead: { waiting: 2000, measured: 160, parts: 8, slackMs: 20, share: 0.98 },
  databaseRounds: 2,
  failovers: 2,
  deliveries: 300,
  changing: { rounds: 8 },
  readerChanges: 1500,
  largeRecords: 500,
  many: { webhookCount: 60, eventCount: 50, maxMb: 260 },
  mailCrash: { size: 600, kills: 3 },
  socialCrash: { size: 300, kills: 2 },
  socialVideos: { size: 60 },
  publicationKills: 4,
  restartDelaysMs: [0, 20, 50],
  deletedChildren: 10_000,
  workflowRecords: 1000,
  mailsOfTwoNodes: 800,
  mailsOfLargeTenant: 8000,
  countedMails: 400,
  signIns: 10,
  /** Share of random cases in a run. Each run has another seed, so that several runs together try as much as before. */
  shareOfRuns: 0.4,
};

const full: typeof small = {
  kills: { times: 20, deliveries: 5000, graceMs: 5000 },
  commitRounds: 20,
  lateMs: 30_000,
  slowTimeout: 10,
  dead: { waiting: 100_000, measured: 1000, parts: 25, slackMs: 0, share: 1 },
  databaseRounds: 8,
  failovers: 10,
  deliveries: 2000,
  changing: { rounds: 80 },
  readerChanges: 20_000,
  largeRecords: 2000,
  many: { webhookCount: 600, eventCount: 200, maxMb: 260 },
  mailCrash: { size: 2000, kills: 5 },
  socialCrash: { size: 1000, kills: 3 },
  socialVideos: { size: 1000 },
  publicationKills: 6,
  restartDelaysMs: [0, 10, 20, 30, 50],
  deletedChildren: 20_000,
  workflowRecords: 10_000,
  mailsOfTwoNodes: 2000,
  mailsOfLargeTenant: 20_000,
  countedMails: 1000,
  signIns: 20,
  shareOfRuns: 1,
};

export const scale = process.env.ATRIUM_FAULTS === 'full' ? full : small;

/** The number of random cases in this run, of the number in a complete run. */
export const runsOf = (all: number): number => Math.ceil(all * scale.shareOfRuns);
