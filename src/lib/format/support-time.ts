import { site } from '../site.ts';

/** Within what time support usually replies: "2 working days". */
export const SUPPORT_TIME = site.supportDays === 1 ? 'one working day' : `${site.supportDays} working days`;
