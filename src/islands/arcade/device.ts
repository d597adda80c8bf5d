/** What a partner's game is shown for; undefined: what it is shown on. */
export type Device = 'desktop' | 'mobile' | undefined;
