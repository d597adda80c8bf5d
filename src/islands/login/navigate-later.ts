/** The app's own navigation, for a page that has none: leave.ts says when. */
export { navigate } from 'astro:transitions/client';
