/** What setting up and changing a second factor takes, the drawing of QR codes with it. */
export { Begin } from './second-factor/Begin.tsx';
export { Enrol } from './second-factor/Enrol.tsx';
export { Kept } from './second-factor/Kept.tsx';
export { RecoveryCodes } from './second-factor/RecoveryCodes.tsx';
