/** The frame around each page of a signed-in player: islands that pages take from one file, so that browsers ask for one. */
export { BalanceIsland } from './BalanceIsland.tsx';
export { MenuIsland } from './MenuIsland.tsx';
