import { Odds } from './Odds.tsx';
import './case.css';

/** The odds of a case for its public page. The build renders them without any script. */
export const OddsIsland = Odds;
