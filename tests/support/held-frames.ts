import { onTestFinished, vi } from 'vitest';

/** Replaces animation frames until the test ends: each call of the returned function runs one. */
export function holdFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => frames.shift()?.(0);
}
