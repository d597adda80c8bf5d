import { Odds } from './Odds.tsx';
import './case.css';

/** What a case pays, for its public page: the build renders it, and no script follows. */
export const OddsIsland = Odds;
