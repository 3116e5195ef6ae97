/** Functions of campaigns that other parts of the module use. */
export { refreshMember } from './refresh-members.ts';
