import { onTestFinished, vi } from 'vitest';

/** Frames come when they are asked for, one with each call of what is returned, until the test is over. */
export function holdFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => frames.shift()?.(0);
}
