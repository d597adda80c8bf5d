/** What of the offers comes once one of them is looked at, in one file. */
export { OfferPage } from './OfferPage.tsx';
