import { lazy } from './lazy.tsx';
import './birth-date.css';

const Place = () => <div className="birth-date-size" aria-busy="true" />;

/** Loaded lazily, because most accounts already have a birth date. */
export const BirthDateForm = lazy(async () => (await import('./BirthDateForm.tsx')).BirthDateForm, Place);
