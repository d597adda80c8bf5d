import { routes } from '../lib/routing/routes.ts';

/**
 * In the head of /guest/games/{id?}: with an id on to the game, without to the list. The part of the address stays as encoded
 * as it is, and stands after a path of ours, so it can name neither another host nor a scheme.
 */
export const leadOn = `(l=>{let p=l.pathname.split('/')[3];l.replace((p?'${routes.guestGame.pattern.replace(/\{.*/, '')}'+p:'${routes.guestGames.pattern}')+l.search+l.hash)})(location)`;
