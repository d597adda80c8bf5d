/**
 * The styles of all boards, after those of the stage. Boards don't import theirs: Astro would write all of them into a page that
 * loads one (GamePageIsland.tsx).
 */
import.meta.glob('./*/*.css', { eager: true });

export {};
