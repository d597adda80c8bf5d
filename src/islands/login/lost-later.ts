/** What of the log-in comes once an account asks for a code. */
export { LostBoth } from './LostBoth.tsx';
