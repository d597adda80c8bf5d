import { onTestFinished, vi } from 'vitest';

/** Replaces animation frames until the test ends: each call of the returned function runs the next one. */
export function holdFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => {
    for (const inFrame of frames.splice(0)) inFrame(0);
  };
}
