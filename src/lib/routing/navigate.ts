/** The app's own navigation, which changes the page immediately: docs/decisions/0020-pages-change-at-once.md. */
import './before-navigate.ts';

export { navigate } from 'astro:transitions/client';
