/** What of the orders comes once it is asked for, in one file. */
export { CancelDialog } from './CancelDialog.tsx';
export { DisputeDialog } from './DisputeDialog.tsx';
export { DisputeState } from './DisputeState.tsx';
export { Receipt } from './Receipt.tsx';
