/** The islands in the frame of a signed-in player's pages. They are in one file, so that browsers load a single chunk. */
export { BalanceIsland } from './BalanceIsland.tsx';
export { MenuIsland } from './MenuIsland.tsx';
