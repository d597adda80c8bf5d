/** The app's own navigation, which swaps the page without a fade: docs/decisions/0020-pages-change-at-once.md. */
import './before-navigate.ts';

export { navigate } from 'astro:transitions/client';
