import { later } from './later.tsx';
import './birth-date.css';

const Waiting = () => <div className="birth-date-size" aria-busy="true" />;

/** The form for a birth date, which few need: fetched for them alone, and its room kept meanwhile. */
export const BirthDateForm = later(async () => (await import('./BirthDateForm.tsx')).BirthDateForm, Waiting);
