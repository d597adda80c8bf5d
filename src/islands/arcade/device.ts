/** The device that a partner's game is shown for. Undefined: the current device. */
export type Device = 'desktop' | 'mobile' | undefined;

/** Whether the player uses fingers. A tablet with a keyboard counts as such. */
export const onTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
