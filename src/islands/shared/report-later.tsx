import { later } from './later.tsx';

/** Few report anything: fetched for them alone. */
export const ReportForm = later(async () => (await import('./ReportForm.tsx')).ReportForm);
