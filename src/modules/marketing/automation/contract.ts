/** Exports for other parts and modules, which enroll their records in workflows. */
export { enrollRecord } from './enrolling/enroll-record.ts';
export { type EnrollmentPlace, listEnrollments } from './sql/enrollments-of-model.ts';
