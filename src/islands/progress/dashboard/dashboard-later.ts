/** What of the dashboard comes once its top stands, in one file. */
export { Articles } from './Articles.tsx';
export { Ledger } from './Ledger.tsx';
export { Standing } from './Standing.tsx';
