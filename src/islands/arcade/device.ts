/** The device that a partner's game is shown for. Undefined: the current device. */
export type Device = 'desktop' | 'mobile' | undefined;
