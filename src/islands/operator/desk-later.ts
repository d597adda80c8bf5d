/** What an operator works with, in one file: it comes once there is a session. */
export { Desk } from './Desk.tsx';
