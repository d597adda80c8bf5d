/** What of the settings comes once their top stands, in one file. */
export { BelowTheFold } from './BelowTheFold.tsx';
export { Farewell } from './Farewell.tsx';
